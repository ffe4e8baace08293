import { addDays } from '@/lib/time/days'

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Returns Easter Sunday of a year of the Gregorian calendar (the algorithm of Meeus, Jones and Butcher). */
function easterOf(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const sum = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114
  return `${year}-${String(Math.floor(sum / 31)).padStart(2, '0')}-${String((sum % 31) + 1).padStart(2, '0')}`
}

/**
 * Whether European banks settle payments on a day: not at weekends, nor on the closing days of TARGET (1 January, Good Friday, Easter
 * Monday, 1 May, 25 and 26 December). Further holidays of one country are not known here.
 */
function isBankDay(day: string): boolean {
  if (weekdayOf(day) % 6 === 0 || /-(01-01|05-01|12-25|12-26)$/.test(day)) return false
  const easter = easterOf(Number(day.slice(0, 4)))
  return day !== addDays(easter, -2) && day !== addDays(easter, 1)
}

/** Returns the first day on which banks settle payments, from this day on. */
export function bankDayFrom(day: string): string {
  let next = day
  while (!isBankDay(next)) next = addDays(next, 1)
  return next
}
