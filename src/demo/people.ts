/** Somebody of the demo: members of a cooperative that makes maps for hikers. */
export interface DemoPerson {
  readonly name: string
  /** The part of the address before the at sign. */
  readonly account: string
  readonly teams: readonly Team[]
}

export type Team = 'code' | 'design' | 'maps' | 'people' | 'languages'

const person = (name: string, account: string, ...teams: Team[]): DemoPerson => ({ name, account, teams })

/** The cast. */
export const demoPeople: readonly DemoPerson[] = [
  person('Amara Diallo', 'amara', 'code', 'maps'),
  person('Benedikt Brunner', 'benedikt', 'code'),
  person('Chiara Conti', 'chiara', 'design', 'languages'),
  person('Dmitri Volkov', 'dmitri', 'code'),
  person('Elif Kaya', 'elif', 'design'),
  person('Fionn Gallagher', 'fionn', 'maps', 'people'),
  person('Greta Lindqvist', 'greta', 'people'),
  person('Hamid Rostami', 'hamid', 'code', 'languages'),
  person('Inés Ortega', 'ines', 'languages', 'people'),
  person('Jonas Hartmann', 'jonas', 'code', 'maps'),
  person('Kavya Raman', 'kavya', 'code', 'design'),
  person('Lucien Moreau', 'lucien', 'maps', 'languages'),
  person('Mirjam de Wit', 'mirjam', 'people', 'design'),
  person('Noor Haddad', 'noor', 'maps'),
  person('Oskar Nowak', 'oskar', 'code'),
  person('Paula Ferreira', 'paula', 'languages', 'design'),
  person('Quentin Ashby', 'quentin', 'people', 'maps'),
  person('Rin Takahashi', 'rin', 'design', 'code'),
  person('Sanna Koskinen', 'sanna', 'maps', 'languages'),
  person('Tomás Vega', 'tomas', 'code', 'people'),
  person('Uma Castillo', 'uma', 'people'),
  person('Viktor Hansen', 'viktor', 'maps', 'code'),
  person('Wanjiru Mwangi', 'wanjiru', 'people', 'languages'),
  person('Yara Nasser', 'yara', 'design', 'people'),
  person('Zoltán Fekete', 'zoltan', 'code', 'maps'),
]
