-- The search of bookings: by reference, names, numbers, plates, addresses and notes, several words in any order,
-- whatever their case, accents or script.

-- The words of a booking, in one index, so that a search for several words reads only bookings that have all of them. A
-- word is found by its beginning. The first character says what it is: none for what everybody reads who may read the
-- booking's row; @ for the recipient's name and the notes, # for the numbers in booking_contacts (digits, last first,
-- so that the end of a number is a beginning); ~ for the ids of rider and driver, whose numbers and addresses are
-- looked up in profiles; % for the fleet.
create table app.booking_words (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  words tsvector not null
);
call app.describe('app.booking_words', $$
  The words by which bookings are found. Kept as the booking (app.store_search_words) and its contacts are.
  words: The words, without positions; the first character tells their kind.
$$);

alter table app.booking_words enable row level security;

create index booking_words_words on app.booking_words using gin (words) with (gin_pending_list_limit = 512);
