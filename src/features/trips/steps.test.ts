import { describe, expect, it } from 'vitest'
import type { StepKind } from '@/entities/booking'
import { addStep, flushSteps, isDone, parseSteps, projectStatus, type Step } from './steps'

const step = (kind: StepKind, bookingId = 'b1'): Step => ({ bookingId, kind, otp: null, at: 1 })
const offline = new Error('offline')
const refusal = (error: unknown) => (error === offline ? null : (error as Error).message)

describe('waiting steps', () => {
  it('keeps one of a kind per booking', () => {
    const once = addStep([], step('arrive'))
    expect(addStep(once, step('arrive'))).toEqual(once)
    expect(addStep(once, step('arrive', 'b2'))).toHaveLength(2)
  })

  it('runs ahead of the server up to the fare, not past it', () => {
    expect(projectStatus('b1', 'ACCEPTED', [step('arrive')])).toBe('ARRIVED')
    expect(projectStatus('b1', 'ACCEPTED', [step('arrive'), step('start'), step('reach')])).toBe('STARTED')
    expect(projectStatus('b1', 'ACCEPTED', [step('arrive', 'b2')])).toBe('ACCEPTED')
    expect(projectStatus('b1', 'CANCELLED', [step('arrive')])).toBe('CANCELLED')
  })

  it('survives what storage may hold', () => {
    expect(parseSteps('nonsense')).toEqual([])
    expect(parseSteps('[{"kind":"arrive"},null]')).toEqual([])
    expect(parseSteps(JSON.stringify([step('reach')]))).toEqual([step('reach')])
  })
})

describe('sending', () => {
  it('sends in order and empties the queue', async () => {
    const seen: string[] = []
    const send = async (s: Step) => void seen.push(s.kind)
    const result = await flushSteps([step('arrive'), step('start')], { send, refusal, status: async () => null })
    expect(seen).toEqual(['arrive', 'start'])
    expect(result).toMatchObject({ left: [], refused: null })
  })

  it('keeps everything from the first step that finds no signal', async () => {
    const send = async (s: Step) => {
      if (s.kind === 'start') throw offline
    }
    const result = await flushSteps([step('arrive'), step('start'), step('reach')], {
      send,
      refusal,
      status: async () => null
    })
    expect(result.left.map((s) => s.kind)).toEqual(['start', 'reach'])
    expect(result.refused).toBeNull()
  })

  it('gives up a refused step and those after it, of this booking only', async () => {
    const send = async () => {
      throw new Error('wrong_code')
    }
    const queue = [step('start'), step('reach'), step('arrive', 'b2')]
    const result = await flushSteps(queue, { send, refusal, status: async () => 'ARRIVED' })
    expect(result.refused).toEqual({ step: step('start'), failure: 'wrong_code' })
    expect(result.left).toEqual([step('arrive', 'b2')])
  })

  it('takes a refusal of what already happened as success', async () => {
    const send = async () => {
      throw new Error('invalid_transition')
    }
    const result = await flushSteps([step('arrive')], { send, refusal, status: async () => 'STARTED' })
    expect(result).toMatchObject({ left: [], refused: null, sent: [step('arrive')] })
    expect(isDone(step('arrive'), 'CANCELLED')).toBe(false)
  })
})
