export {
  answerCase,
  type CaseKind,
  caseKeys,
  kindsToOpen,
  openCase,
  type TripCase,
  useMyCases,
  useTripCases
} from './cases'
