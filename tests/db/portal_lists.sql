-- Queries of the portal's tables: people by search and order, the audit log, references to a row, daily figures, previews.
select no_plan();
create function tests.reached(of_usertype text default 'All', of_devicetype text default 'All') returns bigint language sql stable as $$
  select coalesce(sum(a.receivers), 0) from public.news_audience(of_usertype, of_devicetype) a where a.channel = 'push'
$$;
select tests.set('otp_secure', 'false'), tests.set('auto_dispatch', 'true'), tests.go_online(), tests.go_online('driver4');

-- People -------------------------------------------------------------------------------------------------------------
set local session_replication_role = replica;
update public.profiles set first_name = 'A%b_c\d', last_name = 'O''Hara', mobile = '+4235557731', mobile_verified = true where id = tests.id('rider5');
update public.profiles set first_name = 'ليلى', last_name = 'حداد' where id = tests.id('rider4');
update public.drivers set vehicle_number = 'QY 31 %_' where id = tests.id('driver4');
set local session_replication_role = origin;
create function tests.today() returns date language sql stable security definer as $$ select app.day_of(app.now()) $$;
create function tests.made_since(day date) returns bigint language sql stable security definer as $$ select count(*) from public.bookings b where app.day_of(b.created_at) between made_since.day and tests.today() $$;
-- Each figure must equal the number of rows that its link lists.
create function tests.rows_of(figure text, from_day date, to_day date) returns bigint language plpgsql as $$
declare
  v_zone text := (select s.time_zone from public.settings s where s.id = 1);
  v_from timestamptz := from_day::timestamp at time zone v_zone;
  v_to timestamptz := (to_day + 1)::timestamp at time zone v_zone;
begin
  return case figure
    when 'bookings' then (select count(*) from tests.list_bookings(from_at => v_from, to_at => v_to, page_size => 1000))
    when 'accepted' then (select count(*) from tests.list_bookings(from_at => v_from, to_at => v_to, page_size => 1000, milestone => 'accepted'))
    when 'arrived' then (select count(*) from tests.list_bookings(from_at => v_from, to_at => v_to, page_size => 1000, milestone => 'arrived'))
    when 'finished' then (select count(*) from tests.list_bookings(from_at => v_from, to_at => v_to, page_size => 1000, statuses => '{PAID,COMPLETE}'))
    when 'cancelled' then (select count(*) from tests.list_bookings(from_at => v_from, to_at => v_to, page_size => 1000, status => 'CANCELLED'))
    when 'cancelled_by_rider' then (select count(*) from tests.list_bookings(from_at => v_from, to_at => v_to, page_size => 1000, cancelled_by => 'rider'))
    when 'cancelled_by_driver' then (select count(*) from tests.list_bookings(from_at => v_from, to_at => v_to, page_size => 1000, cancelled_by => 'driver'))
    when 'unserved' then (select count(*) from tests.list_bookings(from_at => v_from, to_at => v_to, page_size => 1000, is_unserved => true))
    when 'earned' then (select count(*) from tests.list_bookings(earned_from => from_day, earned_to => to_day, page_size => 1000))
    else (select count(*) from tests.list_bookings(from_at => v_from, to_at => v_to, page_size => 1000, status => figure)) end;
end $$;
create function tests.figures_of(from_day date, to_day date) returns setof text language sql as $$
  select format('%s: %s counted, %s listed', f.figure, f.n, tests.rows_of(f.figure, from_day, to_day))
  from public.dashboard_days(from_day, to_day) d cross join lateral (
    select * from (values ('bookings', d.bookings), ('accepted', d.accepted), ('arrived', d.arrived), ('finished', d.finished), ('cancelled', d.cancelled),
      ('cancelled_by_rider', d.cancelled_by_rider), ('cancelled_by_driver', d.cancelled_by_driver), ('unserved', d.unserved), ('earned', d.earned)) v (figure, n)
    union all select s.key, s.value::integer from jsonb_each_text(d.statuses) s) f
  where d.day is null and f.n <> tests.rows_of(f.figure, from_day, to_day)
$$;
create function tests.name_of(id uuid) returns text language sql stable security definer as $$ select u.email::text from auth.users u where u.id = name_of.id $$;
create function tests.found(search text) returns text[] language sql as $$
  select coalesce(array_agg(tests.name_of(p.id) order by p.id), '{}') from tests.list_people(search => found.search) p
$$;
create function tests.all_people(by_column text, forth boolean, size integer) returns uuid[] language sql as $$
  select tests.pages(size, format($q$ select p.id, case %1$L when 'name' then p.first_name || ' ' || p.last_name else p.created_at::text end
    from tests.list_people(sort => %1$L, ascending => %2$L, page_size => $1, after_value => $2, after_id => $3) p $q$, by_column, forth))
$$;
create function tests.promos(called jsonb) returns text language sql as $$
  select coalesce(string_agg(ltrim(substr(p.promo_name, 6), '0'), ' '), '') from public.list_promos(called ->> 'search', null, called ->> 'type', (called ->> 'listed')::boolean, called ->> 'state',
    (called ->> 'from')::timestamptz, (called ->> 'to')::timestamptz, coalesce(called ->> 'sort', 'created'), coalesce((called ->> 'up')::boolean, false)) p
$$;
create function tests.pages_of_promos(by_column text, forth boolean, size integer) returns uuid[] language sql as $$
  select tests.pages(size, format($q$
    select p.id, case %1$L when 'name' then p.promo_name when 'validity' then p.promo_validity::text when 'uses' then p.user_avail::text else p.created_at::text end
    from public.list_promos(sort => %1$L, ascending => %2$L, page_size => $1, after_value => $2, after_id => $3) p $q$, by_column, forth))
$$;
create function tests.everybody() returns setof public.profiles language sql stable security definer as $$
  select * from public.profiles where deleted_at is null and usertype <> 'admin'
$$;
select tests.act_as('admin');
select is(tests.all_people('name', true, s.size), array(select id from tests.everybody() order by lower(first_name || ' ' || last_name), id), format('pages of %s people by name list everyone once', s.size)) from unnest(array[3, 7, 50]) s (size);
select is(tests.all_people('name', false, 7), array(select id from tests.everybody() order by lower(first_name || ' ' || last_name) desc, id desc), 'people are listed by name in descending order');
select is(tests.all_people('created', f.forth, 7), array(select id from tests.everybody() order by case when f.forth then created_at end, case when f.forth then id end desc, created_at desc, id), format('people are listed by the time of signing up, ascending %s', f.forth)) from unnest(array[true, false]) f (forth);
select is(tests.found(s.search), array['rider5@hackney.test'], format('a person is found by the search %L', s.search))
from unnest(array['a%b_c', '%b_c\d', 'o''hara', 'C\D O''HARA', '  A%B ', '7731', '55577', '+423 555-77-31', '423 555 77 31']) s (search);
select is(tests.found(s.search), '{}', format('the search %L finds nobody, as its signs are not wildcards', s.search)) from unnest(array['%%', '__', 'a_b', 'a%c', '\\', '%;drop', '77 31 99']) s (search);
select is(tests.found(repeat('a', 10000)), '{}', 'a search of 10,000 letters finds nobody');
select is(tests.found(repeat('7', 10000)), '{}', 'a search of 10,000 digits finds nobody');
select is(tests.found('ليلى'), array['rider4@hackney.test'], 'a person is found by a name in another script');
select is(tests.found(s.plate), array['driver4@hackney.test'], format('a driver is found by the plate "%s"', s.plate)) from unnest(array['QY 31', 'qy-31', 'QY31', 'y 31 %']) s (plate);
select is(tests.found('RIDER2@'), array['rider2@hackney.test'], 'a person is found by the email address');
select is((select array_agg(id) from tests.list_people(search => (select referral_id from public.profiles where id = tests.id('rider')))), array[tests.id('rider')], 'a person is found by the referral code');
select is((select count(day) from public.dashboard_days()), 30::bigint, 'without given days the dashboard has the figures of the last 30 days');
select throws_ok($$ select tests.list_people(sort => 'wallet_balance') $$, 'PT422', 'list_invalid', 'people cannot be listed by a column that is not sortable');
select lives_ok(format('select public.set_approved(%L, false, %L)', tests.id('rider3'), 'Rude'), 'an admin suspends a rider');
select is((select array_agg(id) from tests.list_people(is_suspended => true)), array[tests.id('rider3')], 'suspended people can be listed');
select ok((select bool_and(approved) and count(*) > 3 from tests.list_people(is_approved => true)), 'approved people can be listed');
select ok((select bool_and(not approved) and count(*) > 0 from tests.list_people(is_approved => false)), 'people who wait for approval or are suspended can be listed');
select is((select count(*) from tests.list_people(fleet_id => tests.id('fleet'))), (select count(*) from public.drivers where fleet_id = tests.id('fleet')), 'an admin lists the drivers of a fleet');
select tests.act_as('fleet');
select is((select count(*) from tests.list_people(fleet_id => tests.id('fleet2'))), 0::bigint, 'a fleet admin cannot list another fleet''s drivers by its id');
select is(tests.found('rider'), '{}', 'a fleet admin cannot find a rider');
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
select is((select count(*) from tests.list_people(search => s.search)), 0::bigint, format('in demo mode an admin finds nobody by %s', s.search)) from unnest(array['7731', 'rider2@', '+423 555']) s (search);
select is((select count(*) from tests.list_people(search => 'o''hara')), 1::bigint, 'in demo mode an admin finds people by name');
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'true');

-- The log -----------------------------------------------------------------------------------------------------------
select tests.act_as('admin');
update public.car_types set extra_info = 'One' where name = 'Cab';
update public.car_types set extra_info = 'Two' where name = 'Cab';
select tests.act_as('admin2');
select public.update_settings('{"company_name": "Mine"}');
select results_eq($$ select actor_name, action, target, after ->> 'company_name' from public.list_audit(page_size => 1) $$,
  $$ select btrim(first_name || ' ' || last_name), 'update', 'settings', 'Mine' from public.profiles where id = tests.id('admin2') $$, 'the audit log shows who changed what, newest first');
select results_eq($$ select after ->> 'extra_info' from public.list_audit(of_target => 'car_types') $$, $$ values ('Two'), ('One') $$, 'the audit log can be filtered by table');
select results_eq($$ select b.after ->> 'extra_info' from public.list_audit(of_target => 'car_types', page_size => 1) a, public.list_audit(of_target => 'car_types', after_at => a.at, after_id => a.id) b $$,
  $$ values ('One') $$, 'the next page of the audit log begins after the last line');
select results_eq($$ select distinct action from public.list_audit(of_actor => tests.id('admin'), of_action => 'disapprove') $$, $$ values ('disapprove') $$, 'the audit log can be filtered by actor and action');
select is_empty($$ select 1 from public.list_audit(of_actor => tests.id('admin3')) $$, 'the audit log of an admin who did nothing is empty');
select is_empty($$ select 1 from public.list_audit(to_at => app.now() - interval '1 hour') $$, 'the audit log up to a time contains nothing later');
select is_empty($$ select 1 from public.list_audit(of_target => 'car_types'' or true --') $$, 'a filter of the audit log is a value and never a part of the query');
select tests.act_as('fleet');
select throws_ok($$ select public.list_audit() $$, 'PT403', 'not_allowed', 'a fleet admin cannot read the audit log');

-- Usage, previews, receivers --------------------------------------------------------------------------------------------
select tests.as_owner(), tests.ride('PAID');
insert into public.promos (id, promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('00000000-0000-4000-8000-000000000a01', 'USED', 2, '2100-01-01', 100);
select tests.act_as('admin');
select results_eq($$ select * from public.usage_of('promos', '00000000-0000-4000-8000-000000000a01') $$, $$ values ('promo_uses', 0), ('fare_quotes', 0) $$, 'an unused promotion has no uses and no quotes');
select results_eq($$ select * from public.usage_of('cancel_reasons', (select id from public.cancel_reasons order by value limit 1)) $$, $$ values ('bookings', 0) $$, 'an unused cancel reason has no bookings');
select throws_ok($$ select public.usage_of('profiles', tests.id('rider')) $$, 'PT422', 'list_invalid', 'an admin cannot ask for the usage of a person');
select results_eq(format('select trip_cost, applies, discount_amount, payable_amount from public.preview_promo(%L, %s, %s, %s, %s)', p.type, p.value, p.most, p.least, p.cost),
  format('select %s::numeric, %L::boolean, %s::numeric, %s::numeric', p.cost, p.applies, p.off, p.cost - p.off), format('a promotion of %s %s takes %s off %s', p.value, p.type, p.off, p.cost))
from (values ('flat', '5', 'null', '0', 20, true, 5), ('flat', '50', 'null', '0', 20, true, 20), ('percentage', '10', 'null', '0', 20, true, 2), ('percentage', '50', '4', '0', 20, true, 4),
  ('percentage', '50', '0', '0', 20, true, 10), ('flat', '5', 'null', '30', 20, false, 0)) p (type, value, most, least, cost, applies, off);
select throws_ok($$ insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('BEYOND', 1000000.01, '2100-01-01', 1) $$, '23514', null, 'a promotion cannot take off more than 1,000,000');
select throws_ok(format('select public.preview_promo(%L, %s, %s, %s, %s)', p.type, p.value, p.most, p.least, p.cost), 'PT422', 'amount_invalid', format('a preview of %s %s, at most %s, from %s, on %s is refused', p.value, p.type, p.most, p.least, p.cost))
from (values ('flat', '''NaN''', 'null', '0', '20'), ('free', '5', 'null', '0', '20'), ('flat', '-1', 'null', '0', '20'), ('flat', '5', '''Infinity''', '0', '20'), ('flat', '5', 'null', '''NaN''', '20'), ('flat', '5', 'null', '0', '-1'),
  ('flat', 'null', 'null', '0', '20')) p (type, value, most, least, cost);

-- Promotions ------------------------------------------------------------------------------------------------------------
select tests.as_owner();
delete from public.promos;
insert into public.promos (promo_name, promo_description, promo_discount_type, promo_discount_value, promo_validity, promo_usage_limit, user_avail, listed, created_at)
select 'Code ' || lpad(n::text, 2, '0'), case n when 7 then '50 % off, "today" \ <b>now</b>' else '' end, case when n % 2 = 0 then 'percentage' else 'flat' end, n,
  tests.today() + n - 4, case when n = 9 then n else 100 end, n, n % 3 = 0, app.now() - make_interval(hours => n / 2)
from generate_series(1, 12) n;
select tests.act_as('admin');
select is(tests.promos(c.called::jsonb), c.found, format('promotions are listed for the filter %s', c.called)) from (values
  ('{"sort": "name", "up": true}', '1 2 3 4 5 6 7 8 9 10 11 12'), ('{"sort": "uses"}', '12 11 10 9 8 7 6 5 4 3 2 1'), ('{"sort": "validity", "up": true, "state": "ended"}', '1 2 3'),
  ('{"state": "used_up"}', '9'), ('{"sort": "name", "state": "running", "type": "flat", "up": true}', '5 7 11'), ('{"sort": "name", "listed": true}', '12 9 6 3'), ('{"sort": "name", "listed": false, "state": "ended"}', '2 1'),
  ('{"search": "CODE 1", "sort": "name"}', '12 11 10'), ('{"search": "50 % off, \"today\" \\ <b>"}', '7'), ('{"search": "%"}', '7'), ('{"search": "code_1"}', '')) c (called, found);
select is(tests.promos(jsonb_build_object('from', (tests.today() || 'T00:00')::timestamp at time zone 'Europe/Vaduz', 'to', ((tests.today() + 2) || 'T00:00')::timestamp at time zone 'Europe/Vaduz', 'sort', 'name')), '5 4', 'promotions are found by their last day in the operator''s time zone');
select is(tests.pages_of_promos(s.by_column, s.forth, s.size), array(select p.id from public.list_promos(sort => s.by_column, ascending => s.forth) p), format('pages of %s promotions by %s list each once, ascending %s', s.size, s.by_column, s.forth))
from unnest(array['created', 'name', 'validity', 'uses'], array[true, true, false, false]) x (a, b), lateral (values (x.a, x.b, 1), (x.a, not x.b, 5)) s (by_column, forth, size);
select is((select array_agg(state) from public.list_promos(promo_id => (select id from public.promos where promo_name = 'Code 09'))), array['used_up'], 'a single promotion is read with its state');
select throws_ok(format('select public.list_promos(%s)', c.wrong), 'PT422', 'list_invalid', format('promotions cannot be listed with %s', c.wrong)) from unnest(array['sort => ''listed''', 'state => ''gone''']) c (wrong);
select is((select count(*) from public.list_promos(search => repeat('a', 10000))), 0::bigint, 'a search of 10,000 letters finds no promotion');
select tests.act_as('fleet');
select throws_ok($$ select public.list_promos() $$, 'PT403', 'not_allowed', 'a fleet admin cannot list promotions');
select tests.act_as('rider');
select throws_ok($$ select public.list_promos() $$, 'PT403', 'not_allowed', 'a rider cannot list promotions with list_promos');

select tests.as_owner();
delete from public.push_tokens;
insert into public.push_tokens (token, user_id, platform, channels) values ('token-of-rider-1', tests.id('rider'), 'IOS', '{news}'), ('token-of-rider-2', tests.id('rider'), 'ANDROID', '{trips}'), ('token-of-driver', tests.id('driver'), 'IOS', '{news}');
select tests.act_as('admin');
select is(tests.reached(), 2::bigint, 'a message to everyone counts the devices that want news');
select is(tests.reached('rider', 'IOS'), 1::bigint, 'a message to riders with iOS counts only those devices');
select is(tests.reached('rider', 'ANDROID'), 0::bigint, 'a message to riders with Android, who get no news, would reach no device');
select is(tests.reached('nobody'), 0::bigint, 'a message to an unknown user type would reach no device');
insert into public.notifications (usertype, devicetype, title, body) values ('rider', 'IOS', 'Hi', 'There');
select is((select recipients::bigint from public.send_notification((select id from public.notifications order by created_at desc, id desc limit 1))), tests.reached('rider', 'IOS'), 'a message is sent to as many devices as were counted');

-- Days ---------------------------------------------------------------------------------------------------------------
select tests.as_owner(), tests.turn('3 days'), tests.go_online(), tests.ride('PAID'), tests.turn('10 minutes'), tests.ride('ACCEPTED');
select tests.let('rider', format('select public.cancel_booking(%L, %L)', tests.booking(), 'Rain'));
select tests.act_as('admin');
select results_eq($$ select bookings, accepted, finished, cancelled, cancelled_by_rider, unserved, in_progress, rides, revenue > 0, pickup_seconds >= 0 from public.dashboard_days(tests.today(), tests.today()) where day is not null $$,
  $$ values (2, 2, 1, 1, 1, 0, 0, 1, true, true) $$, 'the dashboard of a day counts bookings, their outcomes and the revenue');
select results_eq($$ select bookings from public.dashboard_days(tests.today() - 2, tests.today()) $$, $$ values (0), (0), (2), (2) $$, 'the dashboard has a row for each day and one for all days');
select is((select sum(bookings) from public.dashboard_days(tests.today() - 92, tests.today()) where day is not null), tests.made_since(tests.today() - 92), 'the dashboard counts every booking on its day');
select is((select revenue from public.dashboard_days(tests.today(), tests.today()) where day is null), (public.dashboard_totals()).today, 'today''s revenue in the daily figures equals the dashboard''s total');

select is_empty(format('select tests.figures_of(tests.today() - %s, tests.today())', n), format('the dashboard figures of %s days equal the rows that their links list', n + 1)) from unnest(array[0, 6, 92]) n;
select ok((select earned > 0 and arrived > 0 and accepted > arrived and cancelled_by_rider > 0 and statuses ? 'CANCELLED' from public.dashboard_days(tests.today() - 92, tests.today()) where day is null),
  -- Spec 2.46
  'the compared dashboard figures are not all zero');
select is((select jsonb_build_array(d.bookings, d.revenue, d.rides) from public.dashboard_days(tests.today() - 92, tests.today()) d where d.day is null),
  (select jsonb_build_array(sum(d.bookings), sum(d.revenue), sum(d.rides)) from public.dashboard_days(tests.today() - 92, tests.today()) d where d.day is not null), 'the dashboard''s row of all days is the sum of the days');
select is((select revenue from public.dashboard_days(tests.today() - 92, tests.today()) where day is null), (select sum(convenience_fee) from public.list_earnings(tests.today() - 92, tests.today(), page_size => 1000)),
  'the revenue of a period is the sum of its lines in the earnings list');
select throws_ok($$ select * from tests.list_bookings(milestone => 'rained') $$, 'PT422', 'list_invalid', 'bookings cannot be listed by an unknown milestone');

-- Drivers' earnings and what they sum to
select is_empty($$ select 1 from (select month, count(*)::integer as lines, sum(total_rides) as rides, sum(driver_share) as share from public.driver_earnings() group by month) l
  full join public.driver_earnings_sums('month') s on s.month = l.month and s.lines = l.lines and s.total_rides = l.rides and s.driver_share = l.share
  -- Spec 2.45
  where s.month is null or l.month is null $$, 'the earnings sum of a month equals that of its drivers to the cent');
select is_empty($$ select 1 from (select driver_id, count(*)::integer as lines, sum(total_rides) as rides, sum(driver_share) as share from public.driver_earnings() group by driver_id) l
  full join public.driver_earnings_sums('driver') s on s.driver_id = l.driver_id and s.lines = l.lines and s.total_rides = l.rides and s.driver_share = l.share
  where s.driver_id is null or l.driver_id is null $$, 'the earnings sum of a driver equals that of the driver''s months to the cent');
select isnt_empty($$ select 1 from public.driver_earnings_sums('month') $$, 'there are months with driver earnings to sum');
select is((select sum(driver_share) from public.driver_earnings_sums('month', of_driver => tests.id('driver'))), (select driver_share from public.driver_earnings_sums('driver', of_driver => tests.id('driver'))), 'the monthly sums of one driver equal the driver''s earnings');
select throws_ok($$ select * from public.driver_earnings_sums('fleet') $$, 'PT422', 'list_invalid', 'driver earnings are summed per month or per driver only');
select throws_ok(format('select * from public.dashboard_days(%s, %s)', d.from_day, d.to_day), 'PT422', 'list_invalid', format('dashboard figures from %s to %s are refused', d.from_day, d.to_day))
from (values ('current_date - 93', 'current_date'), ('current_date', 'current_date - 1'), ('''-infinity''', '''infinity''')) d (from_day, to_day);
select tests.act_as('fleet');
select is((select sum(bookings) from public.dashboard_days(tests.today(), tests.today())), 0::bigint, 'a fleet admin''s dashboard counts only the own fleet''s bookings');
select tests.act_as('driver');
select throws_ok($$ select * from public.dashboard_days(current_date, current_date) $$, 'PT403', 'not_allowed', 'a driver cannot read the dashboard');
select throws_ok($$ select * from public.driver_earnings_sums() $$, 'PT403', 'not_allowed', 'a driver cannot read sums of driver earnings');

select * from finish();
