import * as z from 'zod'

type Fields = Readonly<Record<string, z.ZodType>>

/**
 * One kind of event. The canonical form is what the log keeps: complete, the same for every reader.
 * The wire form is what a queue delivers, with the queue's own `id`. Kinds that are made at delivery
 * have no canonical form.
 */
export interface EventKind {
  readonly type: string
  readonly canonical: z.ZodType | null
  readonly wire: z.ZodType
}

/** A closed event as the log keeps it. */
export function canonicalForm<const Type extends string, Canonical extends Fields>(
  type: Type,
  fields: Canonical,
) {
  return z.strictObject({ type: z.literal(type), ...fields })
}

/** A closed event as queues deliver it. */
export function wireForm<const Type extends string, Wire extends Fields>(type: Type, fields: Wire) {
  return z.strictObject({ type: z.literal(type), id: z.int(), ...fields })
}

/** A kind that is delivered as it is kept. */
export function eventKind<const Type extends string, Same extends Fields>(type: Type, fields: Same) {
  return { type, canonical: canonicalForm(type, fields), wire: wireForm(type, fields) } satisfies EventKind
}

/** A kind whose delivered form differs from the kept one. */
export function eventKindInTwoForms<const Type extends string, Canonical extends Fields, Wire extends Fields>(
  type: Type,
  canonical: Canonical,
  wire: Wire,
) {
  return { type, canonical: canonicalForm(type, canonical), wire: wireForm(type, wire) } satisfies EventKind
}

/** A kind that is only ever made at delivery. */
export function deliveredKind<const Type extends string, Wire extends Fields>(type: Type, fields: Wire) {
  return { type, canonical: null, wire: wireForm(type, fields) } satisfies EventKind
}
