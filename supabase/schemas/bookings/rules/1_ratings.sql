-- Ratings: riders rate drivers and drivers rate riders, once each per booking.

-- The page of a trip offers the same tags (rating-tags.ts): change both.
create function app.rating_tags(of_driver boolean, stars integer) returns text[]
language sql immutable set search_path = '' as $$
  select case
    when rating_tags.of_driver and rating_tags.stars >= 4 then '{friendly,safe,clean,on_time,good_route}'::text[]
    when rating_tags.of_driver then '{unfriendly,unsafe,dirty,late,detour}'::text[]
    when rating_tags.stars >= 4 then '{friendly,ready,tidy}'::text[]
    else '{unfriendly,kept_waiting,left_mess}'::text[]
  end
$$;
comment on function app.rating_tags is
  'The tags that a person can choose with this number of stars, for a driver or a rider.';

create function public.rating_details(user_id uuid default null) returns public.rating_summary
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_whose uuid := coalesce(rating_details.user_id, v_me.id);
  v_details jsonb;
  v_comments jsonb;
  v_tags jsonb;
  v_summary public.rating_summary;
begin
  if v_whose <> v_me.id and v_me.usertype <> 'admin' and not (v_me.usertype = 'fleetadmin'
      and exists (select 1 from public.drivers d where d.id = v_whose and d.fleet_id = v_me.id)) then
    perform app.refuse('not_allowed', 403, 'Only the receiver, the driver''s fleet and admins read ratings');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('user', g.from_id, 'rate', g.stars, 'booking_id', g.booking_id,
    'at', g.created_at)
    order by g.created_at desc, g.booking_id), '[]') into v_details
  from (select r.* from public.ratings r where r.to_id = v_whose
    and (v_me.usertype = 'admin' or r.shown_from <= app.now()) order by r.created_at desc, r.booking_id limit 200) g;
  select coalesce(jsonb_agg(c.entry order by c.entry ->> 'month' desc, c.entry ->> 'comment'), '[]') into v_comments
  from (select jsonb_build_object('comment', k.comment, 'month',
    to_char(k.created_at at time zone s.time_zone, 'YYYY-MM'))
      || case when v_me.usertype = 'admin' then jsonb_build_object('user', k.from_id, 'booking_id', k.booking_id)
        else '{}' end as entry
    from public.settings s, public.rating_comments k join public.ratings r on r.booking_id = k.booking_id
      and r.from_id = k.from_id
    where s.id = 1 and k.to_id = v_whose and k.comment is not null
      and (v_me.usertype = 'admin' or r.shown_from <= app.now())
    order by k.created_at desc, k.booking_id limit 200) c;
  select coalesce(jsonb_object_agg(n.tag, n.times), '{}') into v_tags
  from (select t.tag, count(*) as times from public.rating_comments k
    join public.ratings r on r.booking_id = k.booking_id and r.from_id = k.from_id
    cross join unnest(k.tags) t (tag) where k.to_id = v_whose
      and (v_me.usertype = 'admin' or r.shown_from <= app.now()) group by t.tag) n;
  select p.rating, p.rating_count, v_details, v_comments, v_tags into v_summary from public.profiles p
    where p.id = v_whose;
  return v_summary;
end $$;
comment on function public.rating_details is
  'The ratings that a person received (default: the caller): {userrating, count, details [{user, rate, booking_id, '
  'at}], comments [{comment, month}], tags {tag: count}}, details and comments the last 200 each; for admins comments '
  'include user and booking_id. '
  'Errors: must_login, not_allowed.';
grant execute on function public.rating_details(uuid) to authenticated;
