// A newcomer's first match: the usual belote, beginners around, and a hint at each first time.
import { keepHints } from '../../table/hints';
import { playNow } from '../../games/tables';

const GAME = 'ffb-belote';

export function playFirstMatch(): Promise<void> {
  keepHints(GAME, { on: true, seen: [] });
  return playNow({ rules: { id: GAME }, settings: { bot: 'debutant' } });
}
