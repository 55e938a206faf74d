// A queen: crown, veil and a flower. Half a card, on 100 × 140: the other half is the same, turned.
import { face, features, lips, type Dress } from './parts';

export function queen({ robe, second, mark }: Dress): string {
  return `<path class="${second}" d="M50 15c-13 0-18 9-18.5 20-.4 9-3 17-8 24l12 12h29l12-12c-5-7-7.6-15-8-24C68 24 63 15 50 15z"/>
<path class="l f" d="M34.5 36c-.6 9-2.5 16-6 23M65.5 36c.6 9 2.5 16 6 23"/>
<path class="h" d="M50 18.5c-9 0-13 6-13 13 0 6.5 2 9-.6 14-1.3 3 2 6 5.1 4.5L50 46l8.5 4c3.1 1.5 6.4-1.5 5.1-4.5-2.6-5-.6-7.5-.6-14 0-7-4-13-13-13z"/>
<path class="l f" d="M39.3 31c-.4 6 1.5 10 0 16.5M60.7 31c.4 6-1.5 10 0 16.5"/>
<path class="${robe}" d="M14 100V70c4-8 11-12.5 21-14.5l15 8 15-8c10 2 17 6.5 21 14.5v30z"/>
<path class="p" d="M43 46.5c.3 4-1 6.5-8 9L50 70l15-14.5c-7-2.5-8.3-5-8-9z"/>
<path class="l" d="M40.5 56.2c6 4 13 4 19 0"/><circle class="g" cx="50" cy="60.5" r="2"/>
<path class="g" d="M35 55.5L50 70l15-14.5 3 1.7L50 76 32 57.2z"/>
<path class="g" d="M46.5 73l3.5 3.3 3.5-3.3V100h-7z"/><path class="l f" d="M46.5 80h7M46.5 85h7"/>
<path class="${second}" d="M14 100V71c3-6 8-9.5 13-11.5 3 6 3 15 2 22-.6 5-1 10-1 18.5z"/><path class="l f" d="M18.5 67c3 7 3.5 15 2.5 24M23.5 62.5c3 8 3.5 16 2.5 28"/>
${mark(37, 68.3, 7)}
${face}
<path class="h" d="M40.1 32.5c-.6-9 4-12.4 9.9-12.4s10.5 3.4 9.9 12.4c-1.6-5.5-5-8.3-9.9-8.3s-8.3 2.8-9.9 8.3z"/>
${features(lips)}
<path class="g" d="M38.6 20.5L36 9.5l5.6 3.6L44.5 7 50 11.5 55.5 7l2.9 6.1L64 9.5l-2.6 11c-7.4-3-15.4-3-22.8 0z"/>
<path class="l" d="M38.2 17.6c7.6-3 16-3 23.6 0"/>
<circle class="p" cx="36" cy="8.6" r="1.7"/><circle class="p" cx="44.5" cy="6.1" r="1.7"/><circle class="p" cx="55.5" cy="6.1" r="1.7"/><circle class="p" cx="64" cy="8.6" r="1.7"/><circle class="r f" cx="50" cy="15" r="1.3"/>
<path class="l" d="M70.5 33c-.4 8-.4 14-1 20"/><path class="b" d="M70 42c3-3.5 6-3 7-1-1.5 2.5-4.5 3-7 1z"/>
<circle class="r" cx="70.5" cy="28.5" r="6"/><path class="l" d="M66.5 27c1.5-3 6.5-3.3 8 0M67.5 30c1 2.6 5.2 2.6 6 0M70.5 27.5a1.7 1.7 0 101.7 1.7"/>
<path class="p" d="M64.5 53.5c1-3 3.5-4 6-3.6 2.8.4 4.5 2 4 4.6-.5 3-3 5.5-6 5-2.6-.4-4.6-3-4-6z"/><path class="l f" d="M66 53.5l5 .8M66 56l4.5.7"/>
<path class="${second}" d="M62 60.5l13-2.5 5 4v10H62z"/><path class="g" d="M62.5 58.5c4 1.8 8.5 1.3 12.5-1l1.5 2.8c-4.5 2.7-9.5 3.2-14 1.5z"/>`;
}
