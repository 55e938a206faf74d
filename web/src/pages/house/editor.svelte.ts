// A house rule while it is being made: what the form says, and what the server says about it.

import { api, Refusal } from '../../lib/api';
import { message } from '../../lib/messages';
import { settings } from '../../lib/settings.svelte';
import type { RulesPage, RulesSummary } from '../../lib/types';
import type { OptionValue } from '../../games/rules';
import { fromToml, idFrom, optionsInLines, toToml, withLine } from './document';
import { deleteRule, saveRule, savedRules } from '../../games/saved';

const PATIENCE = 350; // ms after the last change

export class Editor {
  games: RulesSummary[] = $state.raw([]);
  name = $state('');
  base = $state('');
  options: Record<string, OptionValue> = $state({});
  lines = $state('');
  saved = $state(savedRules());
  opened: string | null = $state(null); // the saved rule that is being changed, by its name

  page: RulesPage | null = $state.raw(null);
  error: unknown = $state.raw(null);
  #checked = $state(''); // the file that `page` is about

  toml = $derived(
    toToml({ id: idFrom(this.name), base: this.base, options: this.options, lines: this.lines }),
  );
  game = $derived.by(() => this.games.find(({ id }) => id === this.base));
  locked = $derived(optionsInLines(this.lines));
  #asked = 0;

  constructor(games: RulesSummary[]) {
    this.games = games;
    this.#begin(games[0]!);
  }

  /** Whether the server has seen the rule as it stands now, and found it good. */
  get good(): boolean {
    return this.error === null && this.#checked === this.toml;
  }

  /** Where the error belongs: an option's name, «id», or «lines» for everything else. */
  get place(): string | null {
    if (this.error === null) return null;
    const field = this.error instanceof Refusal ? (this.error.problem.field ?? '') : '';
    const option = /^options\.([\w-]+)/.exec(field)?.[1];
    if (option !== undefined && this.game?.options.some(({ name }) => name === option)) return option;
    return field === 'id' ? 'id' : 'lines';
  }

  setBase(id: string): void {
    this.base = id;
    const known = this.game?.options.map(({ name }) => name) ?? [];
    this.options = Object.fromEntries(Object.entries(this.options).filter(([name]) => known.includes(name)));
  }

  setOption(name: string, value: OptionValue): void {
    const usual = this.game?.options.find((option) => option.name === name)?.default;
    if (value === usual) delete this.options[name];
    else this.options[name] = value;
  }

  setLine(part: string, key: string, value: string | null): void {
    this.lines = withLine(this.lines, part, key, value);
  }

  /** Asks the server about the rule, a moment after its last change. Returns how to call it off. */
  check(): () => void {
    const ask = api();
    const toml = this.toml;
    const asked = ++this.#asked;
    const timer = setTimeout(async () => {
      try {
        const page = await ask.checkRules({ toml });
        if (asked === this.#asked) [this.page, this.error, this.#checked] = [page, null, toml];
      } catch (reason) {
        if (asked === this.#asked) this.error = reason;
      }
    }, PATIENCE);
    return () => clearTimeout(timer);
  }

  async openCode(code: string): Promise<void> {
    const page = await api().checkRules({ code });
    const saved = savedRules().find((rule) => rule.code === code);
    this.#read(page.toml);
    this.opened = saved?.name ?? null;
    if (saved) this.name = saved.name;
    else if (page.extends === null) this.name = this.#nameFor(page.name);
  }

  /** A house rule's file. Whether its lines hold is for the server to say. */
  openFile(text: string): void {
    this.#read(text);
    this.opened = null;
  }

  save(): void {
    if (this.page === null) return;
    const name = this.name.trim();
    saveRule({ name, code: this.page.code, base: this.base }, this.opened ?? name);
    this.opened = name;
    this.saved = savedRules();
  }

  delete(name: string): void {
    deleteRule(name);
    if (this.opened === name) this.opened = null;
    this.saved = savedRules();
  }

  #begin(game: RulesSummary): void {
    this.base = game.id;
    this.name = this.#nameFor(game.name);
  }

  #nameFor(game: string): string {
    return message(settings.lang, 'house.default_name', { game });
  }

  #read(toml: string): void {
    const rule = fromToml(toml);
    this.name = rule.id;
    this.base = rule.base;
    this.options = rule.options;
    this.lines = rule.lines;
  }
}
