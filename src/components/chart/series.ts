/** Colours by meaning; a single series is `ink`, a comparison `muted`. */
const tones = {
  ink: 'var(--ink)',
  muted: 'var(--line-strong)',
  ok: 'var(--ok)',
  info: 'var(--info)',
  warn: 'var(--warn)',
  bad: 'var(--bad)'
} as const

export interface Series {
  id: string
  /** Translated. */
  label: string
  tone?: keyof typeof tones
  /** Dashed, for earlier values. */
  isDashed?: boolean
}

export const toneOf = ({ tone = 'ink' }: Series): string => tones[tone]

/** Props of every chart. */
export interface ChartProps {
  /** Its name, above it and in the table. */
  title: string
  series: readonly Series[]
  /** The header of the table's first column. */
  axis: string
  /** The format of a value beside points and in the table. */
  format: (value: number) => string
  /** The format at the axis; a shorter form of `format`. */
  formatTick?: (value: number) => string
  /** A sentence below it: units and omissions. */
  note?: string
  height?: number
  className?: string
}
