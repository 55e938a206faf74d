// The picture of a result, drawn here in the browser. It shows the rank and the shape of the field, and gives nothing away.
import { box, picture, write } from '../cards/picture';
import { t } from '../lib/i18n';
import type { SeriesResult } from '../lib/types';
import { aheadOfPercent, barsOf } from './results';
import { againstExpert, formatDay, rankText } from './telling';

const BARS = { x: 104, y: 380, width: 990, height: 160 };

export async function drawSeries(result: SeriesResult): Promise<Blob> {
  if (!result.you) throw new Error('no picture');
  return picture((ink) => {
    drawWords(ink, result);
    drawBars(ink, result);
  });
}

function drawWords(ink: CanvasRenderingContext2D, result: SeriesResult): void {
  const { info, you } = result;
  if (!you) return;
  const title =
    info.kind === 'daily' ? t('daily.of_day', { day: formatDay(info.day ?? '') }) : t('challenge.title');
  const percent = aheadOfPercent(you);
  const facts = [!percent ? '' : t('result.ahead', { n: percent }), againstExpert(result)];
  write(ink, 'rebelote', 64, 96, "400 38px 'Young Serif', serif", '#fff8e8', 560);
  write(ink, rankText(you), 104, 216, "400 64px 'Young Serif', serif", '#a0161f', 700);
  write(ink, `${title} · ${info.rules.name}`, 104, 272, '600 28px Figtree, sans-serif', '#1b2233', 990);
  write(ink, facts.filter(Boolean).join(' · '), 104, 318, '500 25px Figtree, sans-serif', '#5c5546', 990);
}

function drawBars(ink: CanvasRenderingContext2D, { histogram, you }: SeriesResult): void {
  const bars = barsOf(histogram, you?.score ?? null);
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const step = Math.min(BARS.width / Math.max(bars.length, 1), 120);
  for (const [place, bar] of bars.entries()) {
    const height = Math.max((bar.count / most) * BARS.height, 3);
    box(ink, BARS.x + place * step + 5, BARS.y + BARS.height - height, step - 10, height, 6);
    ink.fillStyle = bar.own ? '#22563f' : '#d3c5a2';
    ink.fill();
  }
}
