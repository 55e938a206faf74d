// The picture of a finished match, drawn here in the browser: nothing is sent anywhere but by the player himself.
import { suitPaths, type Suit } from '../cards/suits';
import type { Side } from '../lib/types';
import { curve, HEIGHT, WIDTH } from './curve';
import { signed } from './names';

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
export const PICTURE_WIDTH = 1200;
export const PICTURE_HEIGHT = 630;
const INKS = ['#c0202b', '#2a5d9c', '#2d7a57', '#8a6a12', '#6d4b8c', '#5c5546'];
const CARDS: [Suit, number][] = [
  ['S', -14],
  ['H', -4],
  ['C', 6],
  ['D', 16],
];

export async function resultPicture(told: ResultPicture): Promise<Blob> {
  await document.fonts?.ready;
  const canvas = document.createElement('canvas');
  canvas.width = PICTURE_WIDTH;
  canvas.height = PICTURE_HEIGHT;
  const ink = canvas.getContext('2d');
  if (!ink) throw new Error('no canvas');
  drawMat(ink);
  drawCards(ink);
  drawPaper(ink, told);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
  );
}

export function drawMat(ink: CanvasRenderingContext2D): void {
  const light = ink.createRadialGradient(600, 280, 40, 600, 280, 760);
  light.addColorStop(0, '#30755a');
  light.addColorStop(0.55, '#1a4f3c');
  light.addColorStop(1, '#103528');
  ink.fillStyle = '#2b1b13';
  ink.fillRect(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT);
  box(ink, 16, 16, PICTURE_WIDTH - 32, PICTURE_HEIGHT - 32, 30);
  ink.fillStyle = light;
  ink.fill();
  box(ink, 28, 28, PICTURE_WIDTH - 56, PICTURE_HEIGHT - 56, 22);
  ink.strokeStyle = 'rgb(240 200 120 / 0.4)';
  ink.lineWidth = 2;
  ink.setLineDash([8, 6]);
  ink.stroke();
  ink.setLineDash([]);
}

/** Four cards that stand behind the paper. */
export function drawCards(ink: CanvasRenderingContext2D): void {
  for (const [place, [suit, turn]] of CARDS.entries()) {
    ink.save();
    ink.translate(872 + place * 62, 150 + Math.abs(place - 1.5) * 6);
    ink.rotate((turn * Math.PI) / 180);
    shadow(ink, 10);
    box(ink, -50, -70, 100, 140, 8);
    ink.fillStyle = '#fffdf6';
    ink.fill();
    ink.shadowColor = 'transparent';
    ink.fillStyle = suit === 'H' || suit === 'D' ? '#c0202b' : '#15171c';
    drawSuit(ink, suit, -40, -62, 26);
    drawSuit(ink, suit, -24, -24, 48);
    ink.restore();
  }
}

function drawSuit(ink: CanvasRenderingContext2D, suit: Suit, x: number, y: number, size: number): void {
  ink.save();
  ink.translate(x, y);
  ink.scale(size / 20, size / 20);
  ink.fill(new Path2D(suitPaths[suit]));
  ink.restore();
}

function drawPaper(ink: CanvasRenderingContext2D, told: ResultPicture): void {
  const paper = ink.createLinearGradient(0, 130, 0, 590);
  paper.addColorStop(0, '#fffdf6');
  paper.addColorStop(1, '#f4ead2');
  shadow(ink, 30);
  box(ink, 64, 130, PICTURE_WIDTH - 128, 452, 22);
  ink.fillStyle = paper;
  ink.fill();
  ink.shadowColor = 'transparent';
  write(ink, told.site, 64, 96, "400 38px 'Young Serif', serif", '#fff8e8', 560);
  write(ink, told.title, 104, 200, "400 46px 'Young Serif', serif", '#1b2233', 990);
  write(ink, told.about, 104, 246, '500 25px Figtree, sans-serif', '#5c5546', 990);
  drawScores(ink, told);
  drawCurve(ink, told);
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

export function write(
  ink: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  most: number,
): void {
  ink.font = font;
  ink.fillStyle = colour;
  ink.textBaseline = 'alphabetic';
  ink.fillText(text, x, y, most);
}

export function box(
  ink: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  r: number,
) {
  ink.beginPath();
  ink.roundRect(x, y, width, height, r);
}

export function shadow(ink: CanvasRenderingContext2D, blur: number): void {
  ink.shadowColor = 'rgb(0 0 0 / 0.45)';
  ink.shadowBlur = blur;
  ink.shadowOffsetY = blur / 3;
}
