import { z } from 'zod'

/** Reply of the endpoints that give out keys (schemas: "ApiKeyResponse"). */
export const apiKeyReply = z.strictObject({ api_key: z.string(), email: z.string(), user_id: z.int() })
