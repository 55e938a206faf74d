// Which part of the crib is of use now.
import type { CardCrib, CribSection, Trump } from '../lib/types';

/** The cards at this trump; before there is one, at every kind of trump that the game has. */
export function sectionsAt(crib: CardCrib, trump: Trump | null): CribSection[] {
  if (trump === null) return crib.sections;
  return crib.sections.filter((section) => section.trumps.includes(trump));
}
