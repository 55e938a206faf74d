// Runs before the first paint, so that nobody who chose the dark sees a flash of light. src/lib/settings.svelte.ts
// does the same from then on.
(function () {
  var root = document.documentElement;
  var chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('rebelote.settings')) || {};
  } catch (error) {
    // Nothing stored, or nothing that can be read: the system's taste then.
  }
  var dark =
    chosen.theme === 'dark' ||
    (chosen.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  if (chosen.felt) root.dataset.felt = chosen.felt;
  if (chosen.cards) root.dataset.cards = chosen.cards;
  if (chosen.lang) root.lang = chosen.lang;
})();
