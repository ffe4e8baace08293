/** The facts about a later ride that its calendar entry needs. */
export interface CalendarRide {
  /** The firm's name. */
  firm: string
  id: string
  tripAt: string
  /** Duration of the ride (s). */
  seconds: number
  /** A number that is higher in each later file for the same ride, so that a newer file replaces the older calendar entry. */
  sequence: number
  summary: string
  place: string
  lat: number
  lng: number
  text: string
  url: string
}

/** Writes a time in UTC, as calendar files do. Calendars convert it to their own time zone. */
const momentOf = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '')

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Maximum length of a line, in octets (RFC 5545, section 3.1). */
const LINE = 75

/**
 * Breaks a long line into several. Each line after the first begins with a space. A character of several octets is not split.
 */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let [lines, room] = ['', LINE]
  for (const character of line) {
    const size = encoder.encode(character).length
    if (size > room) {
      lines += '\r\n '
      room = LINE - 1
    }
    lines += character
    room -= size
  }
  return lines
}

/**
 * Returns a ride that was booked in advance as an iCalendar file (RFC 5545), with a reminder 30 minutes before the ride.
 *
 * @param now when the file is created (ms)
 */
export function calendarFile(ride: CalendarRide, now: number): string {
  const begin = Date.parse(ride.tripAt)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(ride.firm.replaceAll('/', ' '))}//Bookings//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${ride.id}@${new URL(ride.url).hostname}`,
    `DTSTAMP:${momentOf(now)}`,
    `SEQUENCE:${ride.sequence}`,
    `DTSTART:${momentOf(begin)}`,
    `DTEND:${momentOf(begin + ride.seconds * 1000)}`,
    `SUMMARY:${escaped(ride.summary)}`,
    `LOCATION:${escaped(ride.place)}`,
    `GEO:${ride.lat};${ride.lng}`,
    `DESCRIPTION:${escaped(ride.text)}`,
    `URL:${ride.url}`,
    'STATUS:CONFIRMED',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT30M',
    `DESCRIPTION:${escaped(ride.summary)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR'
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
