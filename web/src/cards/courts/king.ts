// A king: crown, beard, ermine and a sword. Half a card, on 100 × 140: the other half is the same, turned.
import { face, features, type Dress } from './parts';

export function king({ robe, second, mark }: Dress): string {
  return `<g transform="translate(2.2 0)"><path class="p" d="M70 9.5l2.4 5v30h-4.8v-30z"/><path class="l f" d="M70 14v30"/><path class="g" d="M65 44.5h10v3.4h-10z"/><path class="g" d="M68.2 48h3.6v7h-3.6z"/></g>
<path class="h" d="M41 25c-6 1-8.6 6-7.6 11 .6 3-2 4-1.6 7.6.4 3.4 3.4 4 3.4 6.6 0 3 4 4.2 6.4 2.2L44 30z"/>
<path class="h" d="M59 25c6 1 8.6 6 7.6 11-.6 3 2 4 1.6 7.6-.4 3.4-3.4 4-3.4 6.6 0 3-4 4.2-6.4 2.2L56 30z"/>
<path class="l f" d="M36.5 33c-.8 5 .2 7-.8 11.5M39 31c-1 7 .6 10 .2 17.5M63.5 33c.8 5-.2 7 .8 11.5M61 31c1 7-.6 10-.2 17.5"/>
<path class="${robe}" d="M14 100V66c4-9 12-13 22-15h28c10 2 18 6 22 15v34z"/>
<path class="${second}" d="M14 100V69c3-5 8-8.5 13-10.5l6 41.5z"/>
<path class="g" d="M27 58.5l4-1.8 7.5 43.3h-5.5z"/>
<path class="${second}" d="M86 100V69c-3-5-7-8.5-12-10.5L68 100z"/>
<path class="l f" d="M18 66l-1 26M22 62.5l1 28"/>
<path class="p" d="M33 50.5c5-2 9-2 17-2s12 0 17 2c2.5 3 3 6 2.2 9-4 5-11 9-19.2 9s-15.2-4-19.2-9c-.8-3-.3-6 2.2-9z"/>
<path class="k f" d="M36 56l1 3.6 1-3.6-1-1.3zM42 62l1 3.6 1-3.6-1-1.3zM57 62l1 3.6 1-3.6-1-1.3zM62.5 56l1 3.6 1-3.6-1-1.3z"/>
${face}
<path class="h" d="M40.3 34c.6 4.6 2.6 6.3 5.2 5.8 2-.5 3-.8 4.5-.8s2.5.3 4.5.8c2.6.5 4.6-1.2 5.2-5.8 1.8 9 .8 17.5-3.2 22.5-1.6 2-3.3 3-4.3 5-.6-1.6-1.2-2.6-2.2-2.6s-1.6 1-2.2 2.6c-1-2-2.7-3-4.3-5-4-5-5-13.5-3.2-22.5z"/>
<path class="l f" d="M43.5 45c.3 4 1.3 7 3 9.5M56.5 45c-.3 4-1.3 7-3 9.5M47.5 47c.3 4 .8 7 1.2 10M52.5 47c-.3 4-.8 7-1.2 10"/>
${features(`<path d="M46.9 43.1c2-.9 4.3-.9 6.3 0-1.7 1.7-4.6 1.7-6.3 0z" class="r n"/><path class="l" d="M45 41.6c1.7-1.7 3.6-1.7 5-.7 1.4-1 3.3-1 5 .7"/>`)}
<path class="${robe}" d="M39.5 19C41 10 45 8 50 8s9 2 10.5 11z"/>
<path class="g" d="M37.8 23.5L33.6 8.5c4 1 7.3 3.2 9 6.7 1.1-4.3 3.7-8 7.4-10.2 3.7 2.2 6.3 5.9 7.4 10.2 1.7-3.5 5-5.7 9-6.7l-4.2 15c-8-3.3-16.4-3.3-24.4 0z"/>
<path class="l" d="M37.2 20.3c8.4-3.3 17.2-3.3 25.6 0"/>
<circle class="g" cx="33.6" cy="7.6" r="2"/><circle class="g" cx="66.4" cy="7.6" r="2"/>
<path class="r f" d="M50 10.2l1.8 2.7-1.8 2.7-1.8-2.7z"/><circle class="b f" cx="43" cy="18.6" r="1"/><circle class="b f" cx="57" cy="18.6" r="1"/>
<path class="p" d="M65.6 52.5c0-2.6 2-3.8 4.4-3.8s5 1 5 3.8c0 3.5-2 6-5 6s-4.4-2.5-4.4-6z"/><path class="l f" d="M66 51.5h6M66 54h6"/>
<path class="${robe}" d="M64 58.5h13v8H64z"/><path class="g" d="M63.5 57h13.5v3H63.5z"/>
${mark(26.6, 71, 7.5)}`;
}
