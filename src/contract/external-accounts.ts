/** A kind of profile elsewhere that profile fields can link to. */
export interface ExternalAccount {
  readonly name: string
  readonly text: string
  readonly hint: string
  /** `%(username)s` stands for what the user enters. */
  readonly url_pattern: string
}

/** The kinds on offer, by the name under which profile fields store them (register: `realm_default_external_accounts`). */
export const externalAccounts: Readonly<Record<string, ExternalAccount>> = {
  codeberg: {
    name: 'Codeberg username',
    text: 'Codeberg',
    hint: '',
    url_pattern: 'https://codeberg.org/%(username)s',
  },
  github: {
    name: 'GitHub username',
    text: 'GitHub',
    hint: '',
    url_pattern: 'https://github.com/%(username)s',
  },
  gitlab: {
    name: 'GitLab username',
    text: 'GitLab',
    hint: '',
    url_pattern: 'https://gitlab.com/%(username)s',
  },
  twitter: { name: 'X username', text: 'X', hint: '', url_pattern: 'https://x.com/%(username)s' },
}
