import { monthOf, type Period } from '@/lib/days'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string | null): text is string =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text))

export const isMonth = ({ from, to }: Period): boolean => monthOf(from).from === from && monthOf(from).to === to

/** What an address asks for; without days of its own, or with ones in the wrong order, the month of today. */
export function readPeriod(params: URLSearchParams, today: string): Period {
  const [from, to] = [params.get('from'), params.get('to')]
  return isDay(from) && isDay(to) && from <= to ? { from, to } : monthOf(today)
}
