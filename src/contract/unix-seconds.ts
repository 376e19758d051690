/**
 * A moment as REST has it: whole seconds since 1970.
 *
 * @param moment a date, or one in ISO 8601 form as GraphQL has it
 */
export function unixSeconds(moment: Date | string): number {
  return Math.floor((typeof moment === 'string' ? Date.parse(moment) : moment.getTime()) / 1000)
}
