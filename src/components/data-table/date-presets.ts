import { addDays, monthOf } from '@/lib/days'

/** Common date ranges, counted from today in the operator's calendar; both days included. */
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
