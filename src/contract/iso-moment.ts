const ISO_8601 =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(?:Z|([+-]\d{2})(?::?(\d{2}))?)?)?$/i

/**
 * Reads a date or a moment in ISO 8601 form, in UTC unless it says otherwise; a date alone is its midnight.
 *
 * @returns undefined for all other text, also for a day that its month does not have
 */
export function isoMoment(text: string): Date | undefined {
  const form = ISO_8601.exec(text)
  if (!form) return undefined
  const [, day = '', time = '00:00', hours, minutes = '00'] = form
  const moment = new Date(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`)
  // The thirtieth of February would pass for a day in March.
  const isDay = new Date(day).toJSON()?.startsWith(day) ?? false
  return isDay && !Number.isNaN(moment.getTime()) ? moment : undefined
}
