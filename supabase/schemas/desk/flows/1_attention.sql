-- The attention list: bookings that the desk must look at.
-- Access: admins read the whole list, fleet admins what their fleet can resolve; a scheduled job broadcasts changes
-- Tests:  tests/db/attention.sql, tests/db/portal_counts.sql, tests/db/lists.sql

create function public.mark_attention(booking_id uuid, minutes integer default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('bookings');
  v_marked text[];
begin
  if mark_attention.minutes not between 0 and 1440 then
    perform app.refuse('list_invalid', 422, 'minutes is 0 to 1440, or null');
  end if;
  perform app.lock_booking(mark_attention.booking_id);
  if mark_attention.minutes = 0 then
    update app.attention_marks m set until = app.now() where m.booking_id = mark_attention.booking_id
      and m.until > app.now();
  else
    with marked as (insert into app.attention_marks as m (booking_id, reason, person_id, since, until, is_occupied)
      select a.booking_id, a.reason, v_me.id, max(a.since),
        app.now() + coalesce(make_interval(mins => mark_attention.minutes), app.max_attention_mark()),
        mark_attention.minutes is null
      from app.attention() a
      where a.booking_id = mark_attention.booking_id and not exists (select from app.alarms x
        where x.booking_id = a.booking_id and x.reason = a.reason)
      group by a.booking_id, a.reason
      on conflict on constraint attention_marks_pkey do update set person_id = excluded.person_id,
        since = excluded.since, is_occupied = excluded.is_occupied,
        first_at = case when excluded.since > m.since then excluded.first_at else m.first_at end,
        until = case when excluded.since > m.since then excluded.until
          else least(excluded.until, m.first_at + interval '7 days') end
      returning m.reason, m.until)
    select array_agg(k.reason order by k.reason) filter (where k.until > app.now()) into v_marked from marked k;
    if v_marked is null and exists (select from app.attention_marks m
      where m.booking_id = mark_attention.booking_id) then
      perform app.refuse('put_off_too_long', 409,
        'What was put off or looked at for seven days stays on the list until it is settled');
    end if;
  end if;
  perform app.audit('mark_attention', 'bookings', mark_attention.booking_id::text, null,
    jsonb_strip_nulls(jsonb_build_object('minutes', mark_attention.minutes, 'reasons', to_jsonb(v_marked))));
  perform app.broadcast('admin', 'attention');
end $$;
comment on function public.mark_attention is
  'Tells the desk that the caller looks at a booking on the attention list (minutes null; for at most eight hours), '
  'puts it off for 1 to 1440 minutes, or takes this back (0). It is about the reasons that the booking has now, '
  'except alarms: a reason that begins anew is shown again, and marks of one matter end seven days after the first. '
  'Audited. '
  'Errors: must_login, not_allowed, booking_not_found, list_invalid, put_off_too_long.';
grant execute on function public.mark_attention(uuid, integer) to authenticated;

create function public.attention_list() returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_fleet uuid := case when v_me.usertype = 'fleetadmin' then v_me.id end;
  v_is_demo boolean := app.is_demo();
  v_count bigint;
  v_rows json;
  v_ids uuid[];
begin
  with f as (
    select a.booking_id, a.reason, a.since, null::app.alarms as r from app.attention() a
    where not exists (select from app.alarms x where x.booking_id = a.booking_id and x.reason = a.reason)
    union all select x.booking_id, x.reason, x.since, x from app.alarms x),
  l as materialized (select b, f.reason, f.since, f.r, (f.r).id is not null as is_alarm,
      coalesce((f.r).lat, p.lat, b.pickup_lat) as lat, coalesce((f.r).lng, p.lng, b.pickup_lng) as lng
    from f left join public.bookings b on b.id = f.booking_id
    -- The car's last position: for a trip under way, or for a driver who raised an alarm without a booking.
    left join public.driver_positions p on p.driver_id = case when b.id is null then (f.r).person_id
      when b.engaged_at is not null and app.is_on_the_road(b.status) then b.driver_id end
    where v_fleet is null or app.fleet_concerned(b, f.reason) = v_fleet
    order by (f.r).id is null, app.attention_rank(f.reason), f.since, b.id, f.reason limit 500),
  listed (booking_id, reference, reason, since, status, category, customer_name, driver_id, driver_name,
    pickup_address, drop_address, trip_at, payable_amount,
    dispatch_note, is_alarm, lat, lng, contact_name, contact, alarm_id, by_driver, rank, taken_by, put_off_until) as (
    select (l.b).id, (l.b).reference, l.reason, l.since, (l.b).status, (l.b).category, (l.b).customer_name,
      coalesce((l.b).driver_id, case when (l.b).id is null then (l.r).person_id end), (l.b).driver_name,
      (l.b).pickup_address, (l.b).drop_address, (l.b).trip_at, (l.b).payable_amount, (l.b).dispatch_note, l.is_alarm,
        l.lat, l.lng, w.name,
      case when v_fleet is not null and not w.is_driver then null when v_is_demo then app.masked_number(w.number)
        else w.number end,
      (l.r).id, coalesce((l.r).person_id is distinct from (l.b).customer_id and (l.r).person_id is not null, false),
        app.attention_rank(l.reason),
      case when o.id is not null then app.staff_name(o) end, case when not m.is_occupied then m.until end
    from l cross join lateral app.person_to_call(l.b, l.reason, (l.r).person_id) w
    left join (app.attention_marks m join public.profiles o on o.id = m.person_id and o.usertype = 'admin'
      and o.approved)
      on m.booking_id = (l.b).id and m.reason = l.reason and (l.r).id is null and m.until > app.now()
        and m.since >= l.since
    union all
    select null::uuid, null, n.reason, n.since, null::public.booking_status, n.category, null, n.person_id, n.name,
      null, null, null, null, null, false,
      null, null, n.name, n.contact, null, n.by_driver, app.attention_rank(n.reason), null, null
    from app.attention_people(v_me) n)
  -- Each booking's reasons stand together, where its worst one belongs; what somebody looks at or what was put off
  -- comes after the rest.
  select json_agg(s.line order by s.is_alarm desc, s.is_marked, s.worst, s.first, s.booking_id, s.rank,
    s.since, s.reason),
    array_agg(distinct s.booking_id) filter (where s.booking_id is not null), (select count(*)
      from l) into v_rows, v_ids, v_count
  from (select to_json(r) as line, r.booking_id, r.rank, r.since, r.reason, bool_or(r.is_alarm) over w as is_alarm,
    min(r.rank) over w as worst, min(r.since) over w as first,
      bool_and(r.taken_by is not null or r.put_off_until is not null) over w as is_marked
    from listed r window w as (partition by coalesce(r.booking_id, r.alarm_id, r.driver_id),
      case when r.booking_id is null then r.reason end)) s;
  -- Reading the list is logged, but does not count towards the read limit, because the desk must always see its list.
  if v_count > 0 then
    perform app.log_list('addresses', null, v_count);
    perform app.record_seen_bookings(v_ids);
  end if;
  return app.page(v_rows);
end $$;
comment on function public.attention_list is
  'Bookings that the desk must look at. Alarms first (is_alarm: sos and other reasons in app.alarms, each with '
  'alarm_id for close_alarm, by_driver if the driver raised it, and without booking_id for a driver without a trip), '
  'then what hurts first (rank) and has waited longest, the reasons of a booking together, one row per reason, after '
  'them what a colleague looks at or put off (mark_attention), with the position (the car under way, otherwise the '
  'pickup) and the person to call. Reasons: no_driver, late (not at the pickup in time), driver_silent (no position '
  'for 5 minutes), claim_at_risk (the driver of a later booking is off duty, silent, expected late or has no car or '
  'papers for it, and has not confirmed), off_route (for 3 minutes and moving away), stuck (waits 20 minutes, drives '
  'twice as long as quoted, or does not end), code_locked, unpaid (15 minutes after the end), case_lost, case_fare '
  'and case_question (a rider''s open case), report_passenger, report_accident, report_vehicle, report_fare, '
  'report_found and report_something (a driver''s open case), driver_message (an unanswered message of a driver, with '
  'driver_id and without booking_id), '
  'passenger_text (an unanswered text message about the booking), texts_waiting (text messages to the firm from '
  'numbers without an open booking), texts_near_limit (four fifths of the day''s text messages are used), '
  'codes_unentered (codes to a range of numbers are hardly ever entered; these three without driver_id and '
  'booking_id), '
  'other_country (the address search finds nothing, because it is limited to '
  'another country than that of the map; about nobody), staff_changed (an admin who is new, has more permissions or '
  'was admitted again, with driver_id as the admin''s id and without booking_id; only for owners who may '
  'confirm_staff), approval_waits (a request that the caller may decide, with its kind as category, driver_id as the '
  'id of the person it is about and without booking_id), file_replaced (within 72 hours: a picture of a shift, a '
  'paper, a logo or a picture of a car type was replaced after it was attached, and removed; with driver_id as the '
  'person''s id and without booking_id), claims_lost (within 72 hours: a driver cancelled or gave back more than '
  'three claimed bookings in seven days, or lost them off duty, without signal or papers; with driver_id as the '
  'driver''s id and without booking_id), offers_lapsed (a driver on duty let three offers in a row lapse, until an '
  'answer or the end of the duty; with driver_id and without booking_id), left_money (within 72 hours: money or a '
  'debt of a deleted account was booked to adjustments, because the account has no wallet; for admins with the '
  'permission money, with driver_id as the account''s id and without booking_id), code_overrides (within 72 hours: a '
  'driver or an admin had more than three rides or parcels without the start code in 24 hours; with driver_id as the '
  'person''s id and without booking_id), no_show_fee (waits for decide_no_show_fee: no trail at the pickup, or the '
  'rider objects), cash_report (waits for decide_cash: the driver reported another amount than the fare, or the rider '
  'objects), extra_waits (waits for decide_extra: a toll above what counts at once), held_at_quote, long_way, '
  'below_quote and ended_elsewhere (within 72 hours: the fare was held at the quote; the meter was paid for a longer '
  'distance than quoted; the meter counted far less than quoted, for example because the trail is lost; an upfront '
  'ride was measured because it did not end at its drop). For admins; fleet admins see what their fleet can resolve, '
  'and only their drivers'' numbers. In a demo numbers are masked. The access log records who read how many. @returns '
  'page of attention_row. '
  'Errors: must_login, not_allowed.';
grant execute on function public.attention_list() to authenticated;

create function app.watch_attention() returns boolean language plpgsql security definer set search_path = '' as $$
declare
  v_changed boolean;
  v_fleets uuid[];
begin
  if not pg_try_advisory_xact_lock(4841580) then return false; end if;
  with seen as materialized (select distinct a.booking_id, a.reason, app.fleet_concerned(b, a.reason) as fleet_id
    from app.attention() a join public.bookings b on b.id = a.booking_id),
  changed as materialized (select booking_id, reason, t.fleet_id as old_fleet, s.fleet_id as new_fleet,
    s.booking_id is null as is_over
    from app.attention_sent t full join seen s using (booking_id, reason)
    where t.booking_id is null or s.booking_id is null or t.fleet_id is distinct from s.fleet_id),
  gone as (delete from app.attention_sent t using changed c where c.is_over and t.booking_id = c.booking_id
    and t.reason = c.reason),
  unmarked as (delete from app.attention_marks m using changed c where c.is_over and m.booking_id = c.booking_id
    and m.reason = c.reason),
  come as (insert into app.attention_sent (booking_id, reason, fleet_id) select c.booking_id, c.reason, c.new_fleet
    from changed c where not c.is_over
    on conflict on constraint attention_sent_pkey do update set fleet_id = excluded.fleet_id)
  select count(*) > 0, array_agg(distinct f.id) filter (where f.id is not null) into v_changed, v_fleets
  from changed c cross join unnest(array[c.old_fleet, c.new_fleet]) f (id);
  if v_changed then
    perform app.broadcast('admin', 'attention');
    perform app.broadcast('fleet:' || f.id, 'attention') from unnest(v_fleets) f (id);
  end if;
  return v_changed;
end $$;
comment on function app.watch_attention is
  'Broadcasts to admins and to the fleets concerned if the attention list differs from the last broadcast. Safe to '
  'call at any time, any number of times.';
