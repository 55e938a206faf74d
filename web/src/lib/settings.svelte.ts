// What this browser remembers of its user's taste. Kept in localStorage, the same in all tabs.
import { defaultKeys, type KeyMap } from './keys';
import { cleaned, defaults, preferredLang, type Settings } from './preferences';

const KEY = 'rebelote.settings';

function load(): Settings {
  const first = { lang: preferredLang(navigator.languages) };
  try {
    return cleaned({ ...first, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as object) });
  } catch {
    return cleaned(first);
  }
}

export const settings: Settings = $state(load());

export function resetSettings(): void {
  Object.assign(settings, structuredClone(defaults), { lang: preferredLang(navigator.languages) });
}

export function resetKeys(): void {
  settings.keys = { ...defaultKeys } as KeyMap;
}

const systemDark = matchMedia('(prefers-color-scheme: dark)');
const systemCalm = matchMedia('(prefers-reduced-motion: reduce)');

class SystemTaste {
  dark = $state(systemDark.matches);
  calm = $state(systemCalm.matches);
  constructor() {
    systemDark.addEventListener('change', (event) => (this.dark = event.matches));
    systemCalm.addEventListener('change', (event) => (this.calm = event.matches));
  }
}
export const system = new SystemTaste();

$effect.root(() => {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      if (localStorage.getItem(KEY) !== text) localStorage.setItem(KEY, text);
    } catch {
      // A browser that stores nothing still plays.
    }
  });
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.lang;
    root.dataset['theme'] = settings.theme === 'system' ? (system.dark ? 'dark' : 'light') : settings.theme;
    root.dataset['felt'] = settings.felt;
    root.dataset['cards'] = settings.cards;
  });
});

addEventListener('storage', (event) => {
  if (event.key === KEY) Object.assign(settings, load());
});
