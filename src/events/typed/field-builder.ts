import type { SchemaTypes } from '../../graphql/builder.ts'

/** What fields of an object type are made with. */
export type FieldBuilder<Parent> = PothosSchemaTypes.ObjectFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>,
  Parent
>

/** An object inside an event, or the event itself, by its wire names. */
export type WireObject = Readonly<Record<string, unknown>>
