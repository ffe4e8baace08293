-- Position topics: the private topic on which the driver of a trip sends the car's position to the people who may
-- follow it.

-- This table stores the topic of each trip under way. The name of a topic contains a random key that is new for each
-- driver and is deleted when the trip ends. Realtime checks rights only when a client joins a channel, and on a hosted
-- project also when the token is renewed, so a client may stay in the channel of a former trip. Because of the new key
-- it receives no later positions. The table is separate from bookings, because everyone who can read a booking sees all
-- of its columns.
create table app.position_topics (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  topic text not null unique check (topic ~ '^position:[0-9a-f-]{36}:[0-9a-f]{32}$')
);
comment on table app.position_topics is
  'The topic of each trip under way: position:<booking id>:<key>. The key is as secret as the position.';

alter table app.position_topics enable row level security;
