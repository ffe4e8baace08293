const dayOf = (date: Date): string => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Ranges of days that people ask for, by the calendar of the device; each with both of its days. */
export function presets(now: Date): { id: string; days: [from: string, to: string] }[] {
  const day = (offset: number) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset))
  const month = (offset: number): [string, string] => [
    dayOf(new Date(now.getFullYear(), now.getMonth() + offset, 1)),
    dayOf(new Date(now.getFullYear(), now.getMonth() + offset + 1, 0))
  ]
  return [
    { id: 'today', days: [day(0), day(0)] },
    { id: 'yesterday', days: [day(-1), day(-1)] },
    { id: 'week', days: [day(-6), day(0)] },
    { id: 'month', days: month(0) },
    { id: 'last_month', days: month(-1) }
  ]
}
