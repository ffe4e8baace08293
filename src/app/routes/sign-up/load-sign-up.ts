import type { ComponentType } from 'react'
import { loadSignUpPage } from '@/features/site/auth'
import { formPage } from '../../form-page'

export const loadSignUp = (): Promise<ComponentType> => formPage(loadSignUpPage)
