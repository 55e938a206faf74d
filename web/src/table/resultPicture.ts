// The picture of a finished match, drawn here in the browser: nothing is sent anywhere but by the player himself.
import { picture, write } from '../cards/picture';
import { signed } from '../lib/i18n';
import type { Side } from '../lib/types';
import { curve, HEIGHT, WIDTH } from './curve';

export interface ResultPicture {
  title: string; // who won, by name: others will see it
  about: string; // which game, how many deals
  scores: { name: string; total: number }[]; // the first one first
  grown: Record<Side, number[]>;
  sides: Side[];
  nameOf: (side: Side) => string;
  site: string;
}

const CURVE = { x: 420, y: 285, width: 650, height: 285 };
const INKS = ['#c0202b', '#2a5d9c', '#2d7a57', '#8a6a12', '#6d4b8c', '#5c5546'];

export function resultPicture(told: ResultPicture): Promise<Blob> {
  return picture((ink) => {
    drawWords(ink, told);
    drawScores(ink, told);
    drawCurve(ink, told);
  });
}

function drawWords(ink: CanvasRenderingContext2D, told: ResultPicture): void {
  write(ink, told.site, 64, 96, "400 38px 'Young Serif', serif", '#fff8e8', 560);
  write(ink, told.title, 104, 200, "400 46px 'Young Serif', serif", '#1b2233', 990);
  write(ink, told.about, 104, 246, '500 25px Figtree, sans-serif', '#5c5546', 990);
}

function drawScores(ink: CanvasRenderingContext2D, { scores }: ResultPicture): void {
  const few = scores.length <= 2;
  const step = few ? 130 : Math.min(62, 300 / scores.length);
  for (const [place, { name, total }] of scores.entries()) {
    const y = (few ? 340 : 310) + place * step;
    const size = few ? 64 : 32;
    write(
      ink,
      signed(total),
      104,
      y,
      `700 ${size}px 'Roboto Serif', serif`,
      place ? '#1b2233' : '#a0161f',
      200,
    );
    const at = few ? [104, y + 36] : [200, y];
    write(ink, name, at[0]!, at[1]!, `600 ${few ? 24 : 26}px Figtree, sans-serif`, '#5c5546', 300);
  }
}

function drawCurve(ink: CanvasRenderingContext2D, { grown, sides, nameOf }: ResultPicture): void {
  const drawn = curve(grown, sides);
  const place = new DOMMatrix([CURVE.width / WIDTH, 0, 0, CURVE.height / HEIGHT, CURVE.x, CURVE.y]);
  const line = (path: string, colour: string, width: number) => {
    const placed = new Path2D();
    placed.addPath(new Path2D(path), place);
    ink.strokeStyle = colour;
    ink.lineWidth = width;
    ink.stroke(placed);
  };
  ink.lineJoin = 'round';
  for (const { x } of drawn.steps) line(`M${x} ${drawn.top}V${drawn.bottom}`, '#e2d3af', 1.5);
  for (const [at, { path }] of [...drawn.lines.entries()].toReversed()) line(path, toneOf(at), 5);
  for (const [at, { side, end, labelY }] of drawn.lines.entries()) {
    const { x, y } = place.transformPoint(new DOMPoint(end.x, labelY));
    write(ink, nameOf(side), x + 14, y + 7, '700 21px Figtree, sans-serif', toneOf(at), 150);
  }
}

const toneOf = (place: number) => INKS[place % INKS.length] ?? '#1b2233';
