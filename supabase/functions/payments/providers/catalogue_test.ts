import { testCatalogue } from '../../_shared/testing/catalogue.ts'
import { COMMAND, FILES } from './catalogue.ts'

testCatalogue(FILES, COMMAND)
