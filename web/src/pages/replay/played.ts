// Whether a deal that is replayed here was dealt from the pack that a server has revealed.

import type { CardText, FairDeal, ReplayDeal } from '../../lib/types';

/** Whether one of the deals under that number had this pack, cutter and cut; null where none is shown. */
export function playedPack(deal: FairDeal, deals: ReplayDeal[]): boolean | null {
  const places = deals.flatMap((each, place) => (each.number === deal.number ? [place] : []));
  if (places.length === 0) return null;
  return places.some((place) => isSame(deal, deals[place]!, deals[place - 1]));
}

function isSame(deal: FairDeal, played: ReplayDeal, before: ReplayDeal | undefined): boolean {
  const cut = find(played, 'cut');
  if (cut?.['at'] !== deal.cut || (deal.cutter !== '' && cut['seat'] !== deal.cutter)) return false;
  if (deal.origin === 'shuffled') return isOrder(find(played, 'shuffled')?.['order'], deal.order);
  if (!before) return true;
  const order = find(before, 'gathered')?.['order'];
  return (order === undefined || isOrder(order, deal.order)) && areTricks(deal, before);
}

/** Where the deal before was played out, its tricks are the heaps that were picked up. */
function areTricks({ heaps, cutter }: FairDeal, before: ReplayDeal): boolean {
  const tricks = tricksOf(before);
  if (cutter === '' || tricks.flat().length < 32) return true;
  const picked = heaps.flat().map(name).sort();
  return isOrder(tricks.map(name).sort(), picked);
}

function tricksOf(deal: ReplayDeal): CardText[][] {
  const tricks: CardText[][] = [];
  let trick: CardText[] = [];
  for (const { event } of deal.events) {
    if (event.event === 'card_played') trick.push(event['card'] as CardText);
    if (event.event === 'trick_won') {
      tricks.push(trick);
      trick = [];
    }
  }
  return tricks;
}

const name = (heap: CardText[]): string => [...heap].sort().join(' ');

function find(deal: ReplayDeal, name: string): ReplayDeal['events'][number]['event'] | undefined {
  return deal.events.find(({ event }) => event.event === name)?.event;
}

function isOrder(found: unknown, order: string[]): boolean {
  return (
    Array.isArray(found) && found.length === order.length && order.every((card, at) => card === found[at])
  );
}
