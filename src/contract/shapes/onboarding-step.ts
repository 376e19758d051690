import * as z from 'zod'

/** A hint that a new user has not seen yet (schemas: "OnboardingStep"). */
export const onboardingStep = z.strictObject({ type: z.literal('one_time_notice'), name: z.string() })

export type OnboardingStep = z.output<typeof onboardingStep>
