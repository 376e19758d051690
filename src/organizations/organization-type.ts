import type { ViewerOrganization } from '../access/viewer.ts'
import { organizationSettings, organizationSettingTable } from '../contract/organization-settings.ts'
import type { SignInMethod } from '../contract/sign-in-methods.ts'
import { builder } from '../graphql/builder.ts'
import { type Context, requireViewer } from '../graphql/context.ts'
import { databaseIdOf } from '../graphql/global-id.ts'
import { settingsType } from '../graphql/setting-fields.ts'
import { organizationUrl } from './organization-address.ts'
import { OrganizationPermissionsType } from './permissions-type.ts'
import { pictureUrl } from './pictures.ts'
import { permissionValues, readOrganization, type WholeOrganization } from './read-organization.ts'
import { signInMethods } from './sign-in-methods.ts'
import { hasWebPublicAccess } from './web-public-access.ts'

const OrganizationSettingsType = settingsType(
  'OrganizationSettings',
  'Organization',
  'The settings of an organization.',
  organizationSettingTable,
)

export const SignInMethodType = builder.enumType('SignInMethod', {
  description: 'A way to get an API key.',
  values: {
    PASSWORD: { value: 'password', description: 'With an address and a password.' },
    DEVELOPMENT: { value: 'development', description: 'With the address alone: development servers only.' },
  } as const satisfies Record<string, { value: SignInMethod; description: string }>,
})

const whole = new WeakMap<ViewerOrganization, Promise<WholeOrganization>>()

/**
 * An organization with everything that a context doesn't carry, read once for one answer. Contexts of
 * websockets live long, so what they know of it may be old.
 */
function wholeOrganization(organization: ViewerOrganization, { core }: Context): Promise<WholeOrganization> {
  let reading = whole.get(organization)
  if (!reading) {
    reading = readOrganization(core.db, organization.id)
    whole.set(organization, reading)
  }
  return reading
}

/** The request's organization, for one answer. */
export function organizationOf({ organization }: Context): ViewerOrganization {
  return { ...organization }
}

export const OrganizationType = builder.objectRef<ViewerOrganization>('Organization')

builder.node(OrganizationType, {
  description:
    'A tenant: everything that people see lives inside exactly one organization. Visitors see what a login page shows.',
  id: { description: 'Global id.', resolve: ({ id }) => id, parse: databaseIdOf },
  // A request is about one organization, the one of its host name; no other can be reached.
  loadOne: (id, context) => (id === context.organization.id ? organizationOf(context) : null),
  fields: (t) => ({
    databaseId: t.int({ description: 'The integer that REST uses.', resolve: ({ id }) => id }),
    name: t.string({
      description: 'What people call it.',
      resolve: async (organization, _, context) => (await wholeOrganization(organization, context)).name,
    }),
    subdomain: t.exposeString('subdomain', {
      description: 'Its part of the host name; empty at the server’s root address.',
    }),
    url: t.string({
      description: 'Where people reach it, without a slash at the end.',
      resolve: (organization, _, { core }) => organizationUrl(core.config, organization),
    }),
    description: t.string({
      description: 'What it is about, as Markdown.',
      resolve: async (organization, _, context) =>
        (await wholeOrganization(organization, context)).description,
    }),
    descriptionHtml: t.string({
      description: 'The same as HTML.',
      resolve: async (organization, _, context) =>
        (await wholeOrganization(organization, context)).renderedDescription,
    }),
    iconUrl: t.string({
      description: 'Its square picture; an uploaded one without a host: below its address.',
      resolve: async (organization, _, context) =>
        pictureUrl(await wholeOrganization(organization, context), 'icon'),
    }),
    logoUrl: t.string({
      description: 'Its wide picture; without a host: below its address.',
      args: { dark: t.arg.boolean({ defaultValue: false, description: 'The one for dark themes.' }) },
      resolve: async (organization, { dark }, context) =>
        pictureUrl(await wholeOrganization(organization, context), dark === true ? 'nightLogo' : 'logo'),
    }),
    signInMethods: t.field({
      type: [SignInMethodType],
      description: 'The ways to get an API key that are open.',
      resolve: async (organization, _, context) =>
        signInMethods(context.core.config, await wholeOrganization(organization, context)),
    }),
    hasWebPublicAccess: t.boolean({
      description: 'Whether there are channels that visitors can read without an account.',
      resolve: async (organization, _, context) =>
        hasWebPublicAccess(
          context.core.db,
          context.core.config,
          await wholeOrganization(organization, context),
        ),
    }),
    uuid: t.string({
      description: 'Stable across moves between servers; salts generated avatars.',
      resolve: async (organization, _, context) => {
        requireViewer(context)
        return (await wholeOrganization(organization, context)).uuid
      },
    }),
    dateCreated: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: async (organization, _, context) => {
        requireViewer(context)
        return (await wholeOrganization(organization, context)).dateCreated
      },
    }),
    settings: t.field({
      type: OrganizationSettingsType,
      description: 'How things work in it.',
      resolve: async (organization, _, context) => {
        requireViewer(context)
        return organizationSettings((await wholeOrganization(organization, context)).settings)
      },
    }),
    permissions: t.field({
      type: OrganizationPermissionsType,
      description: 'Who may do what in all of it.',
      resolve: async (organization, _, context) => {
        const { core } = requireViewer(context)
        const { permissionGroups } = await wholeOrganization(organization, context)
        const systemGroups = await core.systemGroups.of(core.db, organization.id)
        return permissionValues(core.db, systemGroups, permissionGroups)
      },
    }),
  }),
})
