/** Classes of a field in a form or filter: low on a desktop, tall enough for a thumb on a phone. */
export const controlClasses =
  'h-11 w-full min-w-0 rounded-control border border-line bg-card px-3 text-base text-ink tabular transition-colors placeholder:text-muted hover:border-line-strong focus-visible:border-ink focus-visible:ring-1 focus-visible:ring-ink focus-visible:outline-none disabled:opacity-60 aria-invalid:border-bad aria-invalid:ring-1 aria-invalid:ring-bad md:h-9 md:text-sm'
