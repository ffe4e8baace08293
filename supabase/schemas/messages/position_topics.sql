-- Position topics: the private topic on which the driver of a trip sends the car's position to the people who may follow it.
-- Needs:  bookings, people, sessions
-- Access: rider, driver, fleet admin and admins get the topic of a trip under way from position_topic; policies on
--   realtime.messages call the helper functions
-- Tests:  tests/db/realtime_topics.sql, tests/api/realtime/rights.test.ts

-- This table stores the topic of each trip under way. The name of a topic contains a random key that is new for each driver and
-- is deleted when the trip ends. Realtime checks rights only when a client joins a channel, and on a hosted project also when
-- the token is renewed, so a client may stay in the channel of a former trip. Because of the new key it receives no later
-- positions. The table is separate from bookings, because everyone who can read a booking sees all of its columns.
create table app.position_topics (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  topic text not null unique check (topic ~ '^position:[0-9a-f-]{36}:[0-9a-f]{32}$')
);
comment on table app.position_topics is 'The topic of each trip under way: position:<booking id>:<key>. The key is as secret as the position.';
alter table app.position_topics enable row level security;

create function app.rotate_position_topic(was public.bookings, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (booking).driver_id is null or (booking).status not in ('ACCEPTED', 'ARRIVED', 'STARTED') then
    delete from app.position_topics t where t.booking_id = (booking).id;
  elsif (was).driver_id is distinct from (booking).driver_id or (was).status not in ('ACCEPTED', 'ARRIVED', 'STARTED') then
    insert into app.position_topics as t (booking_id, topic)
    values ((booking).id, 'position:' || (booking).id || ':' || replace(gen_random_uuid()::text, '-', ''))
    on conflict on constraint position_topics_pkey do update set topic = excluded.topic;
  end if;
end $$;
comment on function app.rotate_position_topic is 'Gives a booking a new position topic with each driver, and deletes the topic at the end of the trip.';

create function public.position_topic(booking_id uuid) returns text language plpgsql stable security definer set search_path = '' as $$
declare v_booking public.bookings := app.booking_of_mine(position_topic.booking_id);
begin
  return (select t.topic from app.position_topics t where t.booking_id = v_booking.id);
end $$;
comment on function public.position_topic is 'The private topic on which the driver of a trip sends the position, from ACCEPTED to STARTED, otherwise null. For the rider, the driver, the fleet admin and admins. It changes with each driver. Errors: must_login, not_allowed, booking_not_found.';
grant execute on function public.position_topic(uuid) to authenticated;

create function app.follows_position(topic text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.position_topics t where t.topic = follows_position.topic and app.can_read_booking(t.booking_id::text))
$$;
comment on function app.follows_position is 'Whether a text is the position topic of a trip under way that the caller may follow.';
grant execute on function app.follows_position(text) to authenticated;

create function app.sends_position(topic text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.position_topics t where t.topic = sends_position.topic and app.carries_booking(t.booking_id::text))
$$;
comment on function app.sends_position is 'Whether a text is the position topic of a trip under way that the caller drives.';
grant execute on function app.sends_position(text) to authenticated;
