"""What the commands say themselves, beside the catalogue of the rules."""

from __future__ import annotations

from typing import Final

from rebelote.text import Lang

PARTS: Final[dict[Lang, dict[str, str]]] = {
    "fr": {
        "seating": "La table",
        "dealing": "La donne",
        "trump_choice": "Le choix de l'atout",
        "play": "Le jeu de la carte",
        "card_values": "La valeur des cartes",
        "declarations": "Les annonces",
        "belote": "La belote",
        "scoring": "La marque",
        "match_end": "La fin de la partie",
        "penalties": "Les fautes",
        "words": "Les paroles",
    },
    "en": {
        "seating": "The table",
        "dealing": "The deal",
        "trump_choice": "Choosing trump",
        "play": "Playing the cards",
        "card_values": "What the cards are worth",
        "declarations": "Declarations",
        "belote": "Belote",
        "scoring": "Scoring",
        "match_end": "The end of the match",
        "penalties": "Faults",
        "words": "What is said",
    },
}

RULES: Final[dict[Lang, dict[str, str]]] = {
    "fr": {
        "options": "Les options",
        "default": "par défaut",
        "range": "un nombre, {minimum} ou plus",
        "same": "aucune différence",
        "ok": "OK, {id} (d'après {base})",
        "ok_whole": "OK, {id}",
        "refuses": "ne va pas avec",
    },
    "en": {
        "options": "Options",
        "default": "default",
        "range": "a number, {minimum} or more",
        "same": "no difference",
        "ok": "OK, {id} (extends {base})",
        "ok_whole": "OK, {id}",
        "refuses": "does not go with",
    },
}

RECORD: Final[dict[Lang, dict[str, str]]] = {
    "fr": {"over": "partie terminée", "unfinished": "partie inachevée"},
    "en": {"over": "match over", "unfinished": "unfinished match"},
}

PLAY: Final[dict[Lang, dict[str, str]]] = {
    "fr": {
        "welcome": "Vous êtes {seat}. Tapez un numéro, une carte ({card}) ou une annonce ; ? pour l'aide.",
        "you": "vous",
        "score": "Marque",
        "trump": "Atout",
        "contract": "Contrat",
        "turned": "Retourne",
        "trick": "Pli {n}",
        "hand": "Votre main",
        "own_piles": "Vos tas",
        "piles": "Tas de {player}",
        "foreheads": "Vous voyez",
        "your_card": "votre carte : ?",
        "tricks": "plis",
        "cut": "Coupez : de {least} à {most} cartes (Entrée : {middle})",
        "bids": "ou « {value} {suit} », jusqu'à {most}",
        "interrupt": "Coincher ? c : je coinche, Entrée : je laisse parler",
        "table": "! : appeler l'arbitre, et le reste",
        "expose": "Je montre, par mégarde,",
        "play_blind": "Je joue ma carte",
        "claim": "J'avais oublié : « Rebelote »",
        "enter": "Entrée : {label}",
        "unknown": "« {text} » : je ne comprends pas. Un numéro, une carte, une annonce, ou ? pour l'aide.",
        "not_held": "Vous n'avez pas cette carte : {card}.",
        "no_last_trick": "Pas encore de pli à revoir.",
        "last_trick": "Dernier pli",
        "no_sheet": "Rien n'est encore marqué.",
        "wrong_card": "Carte interdite ({clause}) : {text} La poser quand même ? o/N",
        "nothing_wrong": "À cette table, une carte interdite est refusée : il n'y a rien à juger.",
        "go_on": "Entrée pour continuer > ",
        "nothing_now": "Pas maintenant : on appelle l'arbitre pendant le jeu et au compte.",
        "left": "Vous quittez la table.",
        "saved": "Partie enregistrée : {file}",
        "help_cards": """\
  V♥ VC      une carte : A R D V 10 9 8 7 et ♠ ♥ ♦ ♣ ou P C K T ; « as de cœur » et JH vont aussi
  VC belote  une carte, en le disant""",
        "help_cards_ascii": """\
  JH         une carte : A K Q J T 9 8 7 et S H D C ; « as de coeur » va aussi
  JH belote  une carte, en le disant""",
        "help": """\
  1 2 3…     un choix de la liste ; Entrée seule quand elle est proposée
{cards}
  p          je passe
  80 {h}       une annonce : 80 cœur ; de même capot {h}, 3 sa
  c, sc      je contre (je coinche), je surcontre
  l          le dernier pli
  s          la feuille de marque
  r          les règles de cette table
  !          l'arbitre et les accords, à une table où l'on juge après coup
  q          quitter""",
    },
    "en": {
        "welcome": "You are {seat}. Type a number, a card ({card}) or a call; ? for help.",
        "you": "you",
        "score": "Score",
        "trump": "Trump",
        "contract": "Contract",
        "turned": "Turn-up",
        "trick": "Trick {n}",
        "hand": "Your hand",
        "own_piles": "Your piles",
        "piles": "{player}'s piles",
        "foreheads": "You see",
        "your_card": "your card: ?",
        "tricks": "tricks",
        "cut": "Cut: from {least} to {most} cards (Enter: {middle})",
        "bids": "or “{value} {suit}”, up to {most}",
        "interrupt": "Coinche? c: I coinche, Enter: let them speak",
        "table": "!: call the referee, and the rest",
        "expose": "I show, by mistake,",
        "play_blind": "I play my card",
        "claim": "I forgot: “Rebelote”",
        "enter": "Enter: {label}",
        "unknown": "“{text}”: I don't understand. A number, a card, a call? Help is at “?”.",
        "not_held": "You don't hold that card: {card}.",
        "no_last_trick": "No trick to look at yet.",
        "last_trick": "Last trick",
        "no_sheet": "Nothing is marked yet.",
        "wrong_card": "Illegal card ({clause}): {text} Lay it all the same? y/N",
        "nothing_wrong": "At this table an illegal card is refused: there is nothing to judge.",
        "go_on": "Enter to go on > ",
        "nothing_now": "Not now: the referee is called during the play and at the count.",
        "left": "You leave the table.",
        "saved": "Match saved: {file}",
        "help_cards": """\
  J♥ JH      a card: A K Q J 10 9 8 7 and ♠ ♥ ♦ ♣ or S H D C; “jack of hearts” will do too
  JH belote  a card, with its word""",
        "help_cards_ascii": """\
  JH         a card: A K Q J T 9 8 7 and S H D C; “jack of hearts” will do too
  JH belote  a card, with its word""",
        "help": """\
  1 2 3…     a choice of the list; Enter alone where it is offered
{cards}
  p          pass
  80 {h}       a bid: 80 hearts; likewise capot {h}, 3 sa
  c, sc      contre (coinche), surcontre
  l          the last trick
  s          the score sheet
  r          the rules of this table
  !          the referee and agreements, at a table that judges afterwards
  q          quit""",
    },
}
