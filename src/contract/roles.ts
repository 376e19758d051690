import * as z from 'zod'

/** The five organization roles by name; the smaller the number, the more it may (permissions: "Roles"). */
export const roles = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const

export type RoleName = keyof typeof roles
export type Role = (typeof roles)[RoleName]

/** A role as it is written in requests, replies and events. */
export const roleSchema = z.literal([100, 200, 300, 400, 600])

const namesByNumber: ReadonlyMap<number, RoleName> = new Map(
  Object.entries(roles).map(([name, number]) => [number, name as RoleName]), // entries() widens the keys
)

/** Whether a number is one of the five roles. */
export function isRole(value: number): value is Role {
  return namesByNumber.has(value)
}

/** The name of a role. */
export function roleName(role: Role): RoleName {
  const name = namesByNumber.get(role)
  if (name === undefined) throw new Error(`no role has the number ${role}`)
  return name
}

/** Whether somebody with this role has all that the minimum role has. */
export function isAtLeast(role: number, minimum: Role): boolean {
  return role <= minimum
}
