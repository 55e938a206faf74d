// The settings' shape, their defaults, and how stored ones are read. No browser needed.
import { defaultKeys, type KeyMap } from './keys';
import type { Avatar, Lang, RulesRef } from './types';

export const choices = {
  lang: ['fr', 'en'],
  theme: ['system', 'light', 'dark'],
  felt: ['green', 'slate', 'sand'],
  cards: ['two', 'four', 'safe'],
  back: ['cafe', 'damier', 'soleil'],
  speed: ['instant', 'quick', 'normal', 'relaxed'],
  handOrder: ['auto', 'manual'],
  forcedCard: ['never', 'last', 'only'],
} as const;

export const avatars: readonly Avatar[] = [
  'cup',
  'rooster',
  'fox',
  'owl',
  'lighthouse',
  'bicycle',
  'umbrella',
  'lemon',
  'whale',
  'balloon',
  'clover',
  'sun',
];

export const soundNames = ['card', 'turn', 'trick', 'belote', 'coinche'] as const;
export type SoundName = (typeof soundNames)[number];
export type Speed = (typeof choices.speed)[number];

export interface Settings {
  lang: Lang;
  theme: (typeof choices.theme)[number];
  felt: (typeof choices.felt)[number];
  cards: (typeof choices.cards)[number]; // two colours, four colours, four that the colour-blind tell apart
  back: (typeof choices.back)[number];
  speed: Speed;
  sounds: Record<SoundName, boolean>;
  vibration: boolean; // the phone shakes when it is one's turn
  phrases: boolean; // what others say is shown
  confirmCard: boolean; // a first touch lifts the card, a second plays it
  handOrder: (typeof choices.handOrder)[number];
  largeCards: boolean; // on a phone: two rows instead of a fan
  forcedCard: (typeof choices.forcedCard)[number]; // which card plays itself: the hand's last, or any that is the only one
  autoNext: boolean; // the next deal begins by itself
  cutByHand: boolean; // at tables that one opens, people cut and deal themselves
  keysOn: boolean;
  keys: KeyMap;
  rules: RulesRef; // of the last match
  players: number | null; // of the last match, where the rules leave a choice
  bot: string;
  nickname: string;
  avatar: Avatar | null; // null: a monogram
}

export const defaults: Settings = {
  lang: 'fr',
  theme: 'system',
  felt: 'green',
  cards: 'two',
  back: 'cafe',
  speed: 'normal',
  sounds: { card: false, turn: false, trick: false, belote: false, coinche: false }, // until somebody asks for them
  vibration: true,
  phrases: true,
  confirmCard: false,
  handOrder: 'auto',
  largeCards: false,
  forcedCard: 'last',
  autoNext: false,
  cutByHand: false,
  keysOn: true,
  keys: { ...defaultKeys },
  rules: { id: 'ffb-belote' },
  players: null,
  bot: 'habitue',
  nickname: '',
  avatar: null,
};

export const NICKNAME_LENGTH = 24;

/** Which of ours a browser would rather read; French where it asks for neither. */
export function preferredLang(wanted: readonly string[]): Lang {
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return choices.lang.find((lang) => lang === known.find((tag) => tag === 'fr' || tag === 'en')) ?? 'fr';
}

/** Settings from whatever was stored: what is missing or makes no sense becomes the default. */
export function cleaned(stored: unknown): Settings {
  const from = isRecord(stored) ? stored : {};
  const settings = structuredClone(defaults);
  for (const name of Object.keys(choices) as (keyof typeof choices)[]) {
    const value = from[name];
    if ((choices[name] as readonly unknown[]).includes(value)) Object.assign(settings, { [name]: value });
  }
  const switches = [
    'confirmCard',
    'keysOn',
    'vibration',
    'phrases',
    'largeCards',
    'autoNext',
    'cutByHand',
  ] as const;
  for (const name of switches) {
    if (typeof from[name] === 'boolean') settings[name] = from[name];
  }
  for (const name of ['bot', 'nickname'] as const) {
    if (typeof from[name] === 'string') settings[name] = from[name].slice(0, 64);
  }
  settings.avatar = avatars.find((avatar) => avatar === from['avatar']) ?? null;
  if (typeof from['players'] === 'number') settings.players = from['players'];
  if (isRecord(from['sounds'])) {
    for (const name of soundNames) {
      const on = from['sounds'][name];
      if (typeof on === 'boolean') settings.sounds[name] = on;
    }
  }
  if (isRecord(from['keys'])) {
    for (const name of Object.keys(defaultKeys) as (keyof KeyMap)[]) {
      const key = from['keys'][name];
      if (typeof key === 'string') settings.keys[name] = key;
    }
  }
  const rules = from['rules'];
  if (isRecord(rules) && ['id', 'code', 'toml'].some((way) => typeof rules[way] === 'string')) {
    settings.rules = rules as RulesRef;
  }
  return settings;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
