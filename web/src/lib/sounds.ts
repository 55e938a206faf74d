// Short sounds, made on the spot. Nothing sounds before the first touch or key: browsers forbid it, and so do manners.
import type { SoundName } from './preferences';
import { settings } from './settings.svelte';

interface Note {
  shape: OscillatorType | 'noise';
  frequency: number;
  at: number; // seconds from now
  length: number;
  loud: number;
}

const sounds: Record<SoundName, Note[]> = {
  card: [{ shape: 'noise', frequency: 2400, at: 0, length: 0.05, loud: 0.22 }],
  turn: [
    { shape: 'sine', frequency: 660, at: 0, length: 0.12, loud: 0.16 },
    { shape: 'sine', frequency: 880, at: 0.09, length: 0.16, loud: 0.16 },
  ],
  trick: [
    { shape: 'noise', frequency: 900, at: 0, length: 0.09, loud: 0.16 },
    { shape: 'noise', frequency: 700, at: 0.06, length: 0.1, loud: 0.12 },
  ],
  belote: [
    { shape: 'triangle', frequency: 523, at: 0, length: 0.14, loud: 0.18 },
    { shape: 'triangle', frequency: 659, at: 0.1, length: 0.14, loud: 0.18 },
    { shape: 'triangle', frequency: 784, at: 0.2, length: 0.22, loud: 0.18 },
  ],
  coinche: [
    { shape: 'triangle', frequency: 196, at: 0, length: 0.18, loud: 0.3 },
    { shape: 'noise', frequency: 300, at: 0, length: 0.1, loud: 0.3 },
  ],
};

let audio: AudioContext | null = null;

function unlock(): void {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
}
addEventListener('pointerdown', unlock, { once: true });
addEventListener('keydown', unlock, { once: true });

export function playSound(name: SoundName): void {
  if (!audio || audio.state !== 'running' || !settings.sounds[name]) return;
  for (const note of sounds[name]) sound(audio, note);
}

function sound(context: AudioContext, note: Note): void {
  const start = context.currentTime + note.at;
  const gain = context.createGain();
  gain.gain.setValueAtTime(note.loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + note.length);
  gain.connect(context.destination);
  if (note.shape === 'noise') {
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = note.frequency;
    filter.connect(gain);
    const source = context.createBufferSource();
    source.buffer = noise(context);
    source.connect(filter);
    source.start(start);
    source.stop(start + note.length);
  } else {
    const source = context.createOscillator();
    source.type = note.shape;
    source.frequency.value = note.frequency;
    source.connect(gain);
    source.start(start);
    source.stop(start + note.length);
  }
}

let hiss: AudioBuffer | null = null;

function noise(context: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return hiss;
}
