// Whether a deal that is replayed here was dealt from the pack that a server has revealed.

import type { CardText, FairDeal, ReplayDeal } from '../lib/types';

export interface Played {
  deal: ReplayDeal;
  before?: ReplayDeal; // the deal before it, where the pack may come from
}

export function wasPlayed(revealed: FairDeal, { deal, before }: Played): boolean {
  const cut = find(deal, 'cut');
  if (cut?.['at'] !== revealed.cut || (revealed.cutter !== '' && cut['seat'] !== revealed.cutter))
    return false;
  if (revealed.origin === 'shuffled') return isOrder(find(deal, 'shuffled')?.['order'], revealed.order);
  if (!before) return true;
  const order = find(before, 'gathered')?.['order'];
  return (order === undefined || isOrder(order, revealed.order)) && areTricks(revealed, before);
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
