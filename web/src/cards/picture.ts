// A picture to be shared: a mat with four cards and a sheet of paper, on which something is told.
import { suitPaths, type Suit } from './suits';

const WIDTH = 1200;
const HEIGHT = 630;
const CARDS: [Suit, number][] = [
  ['S', -14],
  ['H', -4],
  ['C', 6],
  ['D', 16],
];

/** `tell` writes on the paper. */
export async function picture(tell: (ink: CanvasRenderingContext2D) => void): Promise<Blob> {
  await document.fonts?.ready;
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const ink = canvas.getContext('2d');
  if (!ink) throw new Error('no picture');
  drawMat(ink);
  drawCards(ink);
  drawPaper(ink);
  tell(ink);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
  );
}

function drawMat(ink: CanvasRenderingContext2D): void {
  const light = ink.createRadialGradient(600, 280, 40, 600, 280, 760);
  light.addColorStop(0, '#30755a');
  light.addColorStop(0.55, '#1a4f3c');
  light.addColorStop(1, '#103528');
  ink.fillStyle = '#2b1b13';
  ink.fillRect(0, 0, WIDTH, HEIGHT);
  box(ink, 16, 16, WIDTH - 32, HEIGHT - 32, 30);
  ink.fillStyle = light;
  ink.fill();
  box(ink, 28, 28, WIDTH - 56, HEIGHT - 56, 22);
  ink.strokeStyle = 'rgb(240 200 120 / 0.4)';
  ink.lineWidth = 2;
  ink.setLineDash([8, 6]);
  ink.stroke();
  ink.setLineDash([]);
}

/** Four cards that stand behind the paper. */
function drawCards(ink: CanvasRenderingContext2D): void {
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

function drawPaper(ink: CanvasRenderingContext2D): void {
  const paper = ink.createLinearGradient(0, 130, 0, 590);
  paper.addColorStop(0, '#fffdf6');
  paper.addColorStop(1, '#f4ead2');
  shadow(ink, 30);
  box(ink, 64, 130, WIDTH - 128, 452, 22);
  ink.fillStyle = paper;
  ink.fill();
  ink.shadowColor = 'transparent';
}

export function write(
  ink: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  most: number,
): void {
  ink.fillStyle = colour;
  ink.textBaseline = 'alphabetic';
  const runs = runsOf(text, font).map((run) => {
    ink.font = run.font;
    return { ...run, width: ink.measureText(run.text).width };
  });
  const squeeze = Math.min(1, most / runs.reduce((sum, { width }) => sum + width, 0));
  for (const { text, font, width } of runs) {
    ink.font = font;
    ink.fillText(text, x, y, width * squeeze);
    x += width * squeeze;
  }
}

/** The figures of both fonts with serifs have uneven heights, and a canvas can't ask for their even ones: Figtree's. */
export function runsOf(text: string, font: string): { text: string; font: string }[] {
  if (!font.includes('Serif')) return [{ text, font }];
  const even = font.replace(/^\d+/, '700').replace(/'.*$/, 'Figtree, sans-serif');
  return text
    .split(/(\d+)/)
    .filter((run) => run !== '')
    .map((run) => ({ text: run, font: /^\d/.test(run) ? even : font }));
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

function shadow(ink: CanvasRenderingContext2D, blur: number): void {
  ink.shadowColor = 'rgb(0 0 0 / 0.45)';
  ink.shadowBlur = blur;
  ink.shadowOffsetY = blur / 3;
}
