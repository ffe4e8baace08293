/** Two days, both counted; ISO dates. */
export interface Period {
  from: string
  to: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string | null): text is string =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text))

const iso = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The whole month that a day is in, or that is so many months away. */
export function monthOf(day: string, away = 0): Period {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return { from: iso(year, month - 1 + away, 1), to: iso(year, month + away, 0) }
}

export const isMonth = ({ from, to }: Period): boolean => monthOf(from).from === from && monthOf(from).to === to

/** What an address asks for; without days of its own, or with ones in the wrong order, the month of today. */
export function readPeriod(params: URLSearchParams, today: string): Period {
  const [from, to] = [params.get('from'), params.get('to')]
  return isDay(from) && isDay(to) && from <= to ? { from, to } : monthOf(today)
}
