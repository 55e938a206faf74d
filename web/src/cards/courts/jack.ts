// A jack: cap with a feather, ruff and a halberd. Half a card, on 100 × 140: the other half is the same, turned.
import { face, features, lips, type Dress } from './parts';

export function jack({ robe, second }: Dress): string {
  return `<path class="p" d="M67.5 13c3.2 0 5.6-1.6 7-4.6 1.5 5.4 1.5 12.8 0 18.2-1.4-3-3.8-4.6-7-4.6z"/><path class="p" d="M66 2.5l2.2 6.5h-4.4z"/><path class="g" d="M64.7 8.5h2.8v62h-2.8z"/><path class="l f" d="M71.5 15.5v4.5"/>
<path class="h" d="M41 24c-5.5 2-7.5 8-7 14 .3 4-1 6-.6 8.5.5 3 4.6 4 8.6 2.5L50 44l8 5c4 1.5 8.1.5 8.6-2.5.4-2.5-.9-4.5-.6-8.5.5-6-1.5-12-7-14z"/>
<path class="l f" d="M37 33c-.6 6 .2 9-.2 14M40 36c-.4 5 .3 8 .2 12M63 33c.6 6-.2 9 .2 14M60 36c.4 5-.3 8-.2 12"/>
<path class="${robe}" d="M14 100V68c4-8 11-12 21-13.5h30c10 1.5 17 5.5 21 13.5v32z"/>
<path class="g" d="M37.5 55h8l2.5 45h-9zM54.5 55h8L61 100h-9z"/>
<path class="${second}" d="M45.5 55h9L52.5 100h-5z"/>
<path class="${second}" d="M14 100V68c3.5-7 8.5-10.5 15-12.3 4 5 4 12.3 1 17.3-2 3.5-2 15-2 27z"/>
<path class="g" d="M19 62.8l3.5-3.1c3.5 4.5 4 10 2 15.5L24 100h-4l.5-25c1.5-4 1-8-1.5-12.2z"/>
<circle class="p f" cx="50" cy="66" r="1.2"/><circle class="p f" cx="50" cy="72" r="1.2"/>
<path class="p" d="M35 52c2-3.5 5-3 6.5-1.5C43 48 46 47.5 47.5 50c1.4-1.5 3.6-1.5 5 0 1.5-2.5 4.5-2 6 .5C60 49 63 48.5 65 52c1.5 3-.5 5.5-3.5 5.5-1 2.5-4.5 3-6 1-1.2 2.5-4 2.8-5.5.5-1.5 2.3-4.3 2-5.5-.5-1.5 2-5 1.5-6-1-3 0-5-2.5-3.5-5.5z"/>
<path class="l f" d="M41.5 50.5l-1.5 6M47.5 50l-1.5 8M52.5 50l1.5 8M58.5 50.5l1.5 6"/>
${face}
${features(lips)}
<path class="h" d="M40 33c-.6-7 2-11 5-12h10c3 1 5.6 5 5 12-1.2-3.5-2.6-6-4.6-7.5-3 1-8 1-10.8 0C42.6 27 41.2 29.5 40 33z"/>
<path class="${second}" d="M36 12c-7-1-11 3-12.5 9 3-.6 4.5 0 6-1-.5 2.5-.4 4-1.6 6 5-.6 9.5-4 11.6-9z"/><path class="l f" d="M26 20.5c4-1.5 7.5-3.5 10.5-6.5"/>
<path class="${robe}" d="M35.5 21.5C34 12.5 40 7.5 49.5 7.5S66 11.5 65 21c-1 2-3 3-3 3-8-3-16-3-24 0 0 0-1.8-.8-2.5-2.5z"/>
<path class="g" d="M35.4 21c9.4-4.3 20-4.3 29.2 0l-.8 4.6c-8.6-3.8-18.6-3.8-27.6 0z"/>
<path class="l f" d="M44 9.5c-1.5 3-2 5-2 8M55.5 9c1.5 3 2 5 2 8"/><circle class="p" cx="39.5" cy="15.5" r="2.1"/>
<path class="p" d="M62 51c0-2.6 2-3.8 5-3.8s5 1.2 5 3.8c0 3.5-2 5.5-5 5.5S62 54.5 62 51z"/><path class="l f" d="M62.5 50.3h6M62.5 52.8h6"/>
<path class="${second}" d="M60.5 58h16v10h-16z"/><path class="g" d="M60 56h17v3H60z"/>`;
}
