// Which sounds belong to what happened.
import type { SoundName } from '../lib/preferences';
import type { Told } from '../lib/types';

export function soundsOf(told: Told[]): SoundName[] {
  const sounds = new Set<SoundName>();
  for (const { event } of told) {
    if (event.event === 'card_played') sounds.add(event['say'] ? 'belote' : 'card');
    if (event.event === 'trick_won') sounds.add('trick');
    if (event.event === 'called') {
      const call = event['call'] as { do?: string } | undefined;
      if (call?.do === 'contre' || call?.do === 'surcontre') sounds.add('coinche');
    }
  }
  return [...sounds];
}
