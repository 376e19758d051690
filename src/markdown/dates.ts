/** What has been read of a date and time; each part at most once. */
interface Parts {
  year?: number
  month?: number
  day?: number
  /** Seconds since midnight. */
  time?: number
  /** Minutes east of UTC. */
  zone?: number
}

/** A form that can stand next in the text; says what it means, or null if it means nothing. */
interface Form {
  readonly pattern: RegExp
  read(groups: readonly string[], parts: Parts): Parts | null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const zoneHours: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  jst: 9,
}

const forms: readonly Form[] = [
  { pattern: /(\d{4})(\d{2})(\d{2})(?=t)/y, read: ([y, m, d]) => date(y, m, d) },
  { pattern: /t(\d{2})(\d{2})(\d{2})?(?:[.,]\d{1,9})?(?![\d:])/y, read: ([h, m, s]) => timeOfDay(h, m, s) },
  { pattern: /(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?!\d)/y, read: ([y, , m, d]) => date(y, m, d) },
  // Slashes put the month first, dots the day, as where each is in use.
  { pattern: /(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/y, read: ([m, d, y]) => date(y, m, d) },
  { pattern: /(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/y, read: ([d, m, y]) => date(y, m, d) },
  {
    pattern: /t?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?!\d)(?:\s*([ap])\.?m\b\.?)?/y,
    read: ([h, m, s, half]) => timeOfDay(h, m, s, half),
  },
  { pattern: /(\d{1,2})\s*([ap])\.?m\b\.?/y, read: ([h, half]) => timeOfDay(h, '0', '0', half) },
  {
    pattern: /(?:utc|gmt)?\s*([+-])(\d{1,2})(?::?(\d{2}))?(?!\d)/y,
    read: ([sign, h, m], { time }) => (time === undefined ? null : offset(sign, h, m)),
  },
  {
    pattern: /(z|utc|gmt|[ecmp][sd]t|cest|eest|cet|eet|jst)(?![a-z])/y,
    read: ([name = '']) => ({ zone: (zoneHours[name] ?? 0) * 60 }),
  },
  {
    pattern: /(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?/y,
    read: ([name = '']) => ({ month: months.indexOf(name) + 1 }),
  },
  { pattern: /(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?/y, read: () => ({}) },
  { pattern: /(\d{4})(?!\d)/y, read: ([y]) => ({ year: Number(y) }) },
  { pattern: /(\d{1,2})(?:st|nd|rd|th)?(?![\da-z])/y, read: ([d]) => ({ day: Number(d) }) },
  { pattern: /[\s,]+|-|(?:at|of|on|the)(?![a-z])/y, read: () => ({}) },
]

/**
 * Reads a moment: UNIX seconds, ISO 8601 and common spellings of dates in English; without a zone
 * it is in UTC, without a time of day it is midnight (reference: "Times").
 * @returns whole seconds since 1970, or null if the text is not a moment of the years 1 to 9999
 */
export function parseTime(text: string): number | null {
  const written = text.trim().toLowerCase()
  // Four digits are a year rather.
  if (/^-?(?:\d{1,3}|\d{5,12})(?:\.\d+)?$/.test(written)) return inRange(Math.floor(Number(written)))
  const parts = readParts(written)
  if (!parts) return null
  const { year, month, day, time = 0, zone = 0 } = parts
  if (year === undefined || month === undefined || day === undefined) return null
  const midnight = new Date(0)
  midnight.setUTCFullYear(year, month - 1, day)
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return null
  return inRange(midnight.getTime() / 1000 + time - zone * 60)
}

function readParts(text: string): Parts | null {
  let parts: Parts = {}
  let position = 0
  while (position < text.length) {
    const step = readNext(text, position, parts)
    if (!step) return null
    parts = step.parts
    position = step.end
  }
  return parts
}

function readNext(text: string, position: number, parts: Parts): { parts: Parts; end: number } | null {
  for (const { pattern, read } of forms) {
    pattern.lastIndex = position
    const match = pattern.exec(text)
    const end = pattern.lastIndex
    const added = match ? read(match.slice(1), parts) : null
    if (!added) continue
    const isTwice = Object.keys(added).some((key) => Object.hasOwn(parts, key))
    return isTwice ? null : { parts: { ...parts, ...added }, end }
  }
  return null
}

function date(year?: string, month?: string, day?: string): Parts {
  return { year: Number(year), month: Number(month), day: Number(day) }
}

function timeOfDay(hour?: string, minute?: string, second = '0', half?: string): Parts | null {
  const isHalf = half !== undefined
  const written = Number(hour)
  const [hours, minutes, seconds] = [isHalf ? written % 12 : written, Number(minute), Number(second)]
  if (hours > 23 || minutes > 59 || seconds > 59 || (isHalf && (written < 1 || written > 12))) return null
  return { time: ((hours + (half === 'p' ? 12 : 0)) * 60 + minutes) * 60 + seconds }
}

function offset(sign?: string, hours?: string, minutes = '0'): Parts | null {
  if (Number(hours) > 14 || Number(minutes) > 59) return null
  return { zone: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) }
}

function inRange(seconds: number): number | null {
  return seconds >= -62135596800 && seconds <= 253402300799 ? seconds : null
}
