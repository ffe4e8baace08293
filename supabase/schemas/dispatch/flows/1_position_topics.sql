-- Position topics: the private topic on which the driver of a trip sends the car's position to the people who may
-- follow it.

create function app.rotate_position_topic(was public.bookings, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (booking).driver_id is null or not app.is_on_the_road((booking).status) then
    delete from app.position_topics t where t.booking_id = (booking).id;
  elsif (was).driver_id is distinct from (booking).driver_id or not app.is_on_the_road((was).status) then
    insert into app.position_topics as t (booking_id, topic)
    values ((booking).id, 'position:' || (booking).id || ':' || replace(gen_random_uuid()::text, '-', ''))
    on conflict on constraint position_topics_pkey do update set topic = excluded.topic;
  end if;
end $$;
comment on function app.rotate_position_topic is
  'Gives a booking a new position topic with each driver, and deletes the topic at the end of the trip.';
