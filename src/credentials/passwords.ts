import { hash, verify } from '@node-rs/argon2'

// OWASP's recommendation for Argon2id, the package's default algorithm: 19 MiB, two passes.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password for storage, with a salt of its own. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Compares in constant time. */
export function verifyPassword(storedHash: string, password: string): Promise<boolean> {
  return verify(storedHash, password)
}

/** Takes as long as a real comparison, so that the time taken does not tell which accounts exist. */
export async function verifyAgainstNothing(password: string): Promise<false> {
  await hash(password, cost)
  return false
}
