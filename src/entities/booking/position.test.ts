import { expect, it } from 'vitest'
import { newer, readPosition, staleSeconds } from './position'

const at = (ms: number) => ({ lat: 47, lng: 9, heading: null, at: ms })

it('says nothing about a fresh position and the age of an old one', () => {
  expect(staleSeconds(at(1000), 10_000)).toBeNull()
  expect(staleSeconds(at(1000), 24_500)).toBe(23)
  expect(staleSeconds(null, 0)).toBeNull()
  expect(staleSeconds(at(99_000), 1000)).toBeNull()
})

it('counts the age of a position in seconds of the person who looks, where a demo hurries', () => {
  expect(staleSeconds(at(0), 160_000, 16)).toBeNull()
  expect(staleSeconds(at(0), 320_000, 16)).toBe(20)
})

it('never goes back in time', () => {
  expect(newer(at(5), at(3))).toEqual(at(5))
  expect(newer(null, at(3))).toEqual(at(3))
})

it('refuses positions that are none', () => {
  expect(readPosition({ lat: 47, lng: 9, at: 3 })).toEqual(at(3))
  expect(readPosition({ lat: '47', lng: 9, at: 3 })).toBeNull()
  expect(readPosition({ lat: 147, lng: 9, at: 3 })).toBeNull()
  expect(readPosition(null)).toBeNull()
})
