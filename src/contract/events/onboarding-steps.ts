import * as z from 'zod'
import { onboardingStep } from '../shapes/onboarding-step.ts'
import { eventKind } from './event-kind.ts'

/** The steps that are left. */
export const onboardingSteps = eventKind('onboarding_steps', { onboarding_steps: z.array(onboardingStep) })
