/** Every figure as it is now: what is added up in one row, what is not yet in any number. For `from`; whoever asks sums. */
export const FIGURES_NOW = `(
  select dimension, value, day, orders, packages, leads, sold_cents, refunded_cents from sale_figures
  union all
  select dimension, value, day, orders, packages, leads, sold_cents, refunded_cents from sale_figure_changes
)`
