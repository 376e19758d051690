import { describe, expect, it } from 'vitest'
import { changeableUserDefaults, userDefaultTable } from '../../src/contract/user-settings.ts'
import { type Cast, cast, Person } from '../support/cast.ts'
import { register } from '../support/queue.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const path = 'realm/user_settings_defaults'

async function defaultsOf(person: Person): Promise<Record<string, unknown>> {
  const request = { fetch_event_types: ['realm_user_settings_defaults'] }
  return (await person.post('register', request).succeeds()).realm_user_settings_defaults
}

async function newUser({ owner, host }: Cast, email: string): Promise<Person> {
  const account = { email, full_name: 'Nia New', password: 'a long passphrase, 4 you' }
  await server.core.db.prisma.user.update({ where: { id: owner.id }, data: { canCreateUsers: true } })
  const { user_id } = await owner.post('users', account).succeeds()
  const { api_key } = await owner
    .post('fetch_api_key', { username: email, password: account.password })
    .succeeds()
  return new Person({ port: server.port, host, email, apiKey: api_key }, user_id, account.full_name)
}

/** Another value than the default, for each form of a setting. */
function anotherValue(name: (typeof changeableUserDefaults)[number]): unknown {
  const { schema, default: usual } = userDefaultTable[name]
  const candidates = [!usual, 3, 2, 77, 'always', 'never', 'recent', 'twitter', 'ding']
  return candidates.find((value) => value !== usual && schema.safeParse(value).success)
}

describe('PATCH /realm/user_settings_defaults', () => {
  it.each(changeableUserDefaults.map((name) => [userDefaultTable[name].wireName, anotherValue(name)]))(
    'sets %s to %j for new users, and tells everyone',
    async (property, value) => {
      const { admin, ann, guest } = await cast(server)
      const queue = await register(guest, ['realm_user_settings_defaults', 'user_settings'])
      expect(await admin.patch(path, { [String(property)]: value }).succeeds()).toEqual({
        result: 'success',
        msg: '',
      })
      expect((await defaultsOf(ann))[String(property)]).toBe(value)
      await queue.receives({ type: 'realm_user_settings_defaults', op: 'update', property, value })
      await queue.replayEqualsFreshRegister()
      await admin.patch(path, { [String(property)]: value }).succeeds()
      await queue.receivesNothing()
    },
  )

  it('changes what new accounts start with, and nobody’s own settings', async () => {
    const people = await cast(server)
    await people.admin
      .patch(path, { color_scheme: 2, twenty_four_hour_time: true, email_address_visibility: 3 })
      .succeeds()
    await people.admin.patch('realm', { default_language: 'de' }).succeeds()
    const settingsOf = async (person: Person) =>
      (await person.post('register', { fetch_event_types: ['user_settings'] }).succeeds()).user_settings
    expect(await settingsOf(people.ann)).toMatchObject({
      color_scheme: 1,
      twenty_four_hour_time: false,
      email_address_visibility: 1,
    })
    const queues = await Promise.all([people.ann, people.admin].map((person) => register(person, undefined)))
    const nia = await newUser(people, 'nia@parley.example')
    expect(await settingsOf(nia)).toMatchObject({
      color_scheme: 2,
      twenty_four_hour_time: true,
      email_address_visibility: 3,
      default_language: 'de',
    })
    expect((await people.ann.get(`users/${nia.id}`).succeeds()).user.delivery_email).toBeNull()
    for (const queue of queues) await queue.replayEqualsFreshRegister()
  })

  it('takes null where the locale decides, and a default back', async () => {
    const { admin } = await cast(server)
    await admin.patch(path, { twenty_four_hour_time: null, web_font_size_px: 20 }).succeeds()
    expect(await defaultsOf(admin)).toMatchObject({ twenty_four_hour_time: null, web_font_size_px: 20 })
    await admin.patch(path, { twenty_four_hour_time: false, web_font_size_px: 16 }).succeeds()
    expect(await defaultsOf(admin)).toMatchObject({ twenty_four_hour_time: false, web_font_size_px: 16 })
  })

  it('is for administrators', async () => {
    const { moderator, ann, guest } = await cast(server)
    for (const person of [moderator, ann, guest]) {
      await person.patch(path, { enter_sends: true }).fails('UNAUTHORIZED_PRINCIPAL')
    }
  })

  it.each([
    ['enter_sends', 'yes', 'enter_sends is not valid JSON'],
    ['enter_sends', null, 'enter_sends is not a boolean'],
    ['color_scheme', 4, 'Invalid color_scheme'],
    ['web_home_view', 'news', 'Invalid web_home_view'],
    ['notification_sound', 'bang', 'Invalid notification_sound'],
    ['web_font_size_px', 0, 'web_font_size_px is too small'],
    ['email_address_visibility', 6, 'Invalid email_address_visibility'],
  ])('refuses %s = %j, and changes nothing', async (name, value, message) => {
    const { admin } = await cast(server)
    await admin.patch(path, { twenty_four_hour_time: true, [name]: value }).fails('BAD_REQUEST', message)
    expect((await defaultsOf(admin)).twenty_four_hour_time).toBe(false)
  })

  it('lists settings that are everybody’s own decision as not supported', async () => {
    const { admin } = await cast(server)
    const body = await admin
      .patch(path, { timezone: 'Europe/Vienna', allow_private_data_export: true, dense_mode: true })
      .succeeds()
    expect(body.ignored_parameters_unsupported).toEqual([
      'allow_private_data_export',
      'dense_mode',
      'timezone',
    ])
  })
})

describe('updateDefaultUserSettings', () => {
  const mutation = `mutation ($settings: DefaultUserSettingsInput!) {
    updateDefaultUserSettings(input: { settings: $settings }) {
      organization { defaultUserSettings { colorScheme webHomeView twentyFourHourTime } }
    }
  }`

  it('does the same over GraphQL', async () => {
    const { admin, ann } = await cast(server)
    const settings = { colorScheme: 3, webHomeView: 'ALL_MESSAGES', twentyFourHourTime: null }
    const { updateDefaultUserSettings } = await admin.graphql(mutation, { settings })
    expect(updateDefaultUserSettings.organization.defaultUserSettings).toEqual(settings)
    await expect(admin.graphql(mutation, { settings: { colorScheme: 9 } })).rejects.toMatchObject({
      message: 'Invalid color_scheme',
    })
    await expect(ann.graphql(mutation, { settings })).rejects.toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
  })
})
