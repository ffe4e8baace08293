import { addDays, monthOf } from '@/lib/time/days'

/**
 * Returns common date ranges, such as this month. `today` is the date in the operator's time zone. A range includes its first
 * and its last day.
 */
export function presets(today: string): { id: string; days: [from: string, to: string] }[] {
  const month = (away: number): [string, string] => {
    const { from, to } = monthOf(today, away)
    return [from, to]
  }
  const yesterday = addDays(today, -1)
  return [
    { id: 'today', days: [today, today] },
    { id: 'yesterday', days: [yesterday, yesterday] },
    { id: 'week', days: [addDays(today, -6), today] },
    { id: 'month', days: month(0) },
    { id: 'last_month', days: month(-1) }
  ]
}
