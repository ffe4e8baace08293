-- Problems that drivers report to the desk, on a trip and after it.
select no_plan();
create function tests.kase(kind text) returns uuid language sql stable security definer as $$ select c.id from public.cases c where c.kind = kase.kind and c.driver_id is not null order by c.created_at desc, c.id desc limit 1 $$;
create function tests.reasons() returns text language sql volatile security definer as $$
  select string_agg(a.reason, ' ' order by a.reason) from app.attention() a where a.reason like 'case\_%' or a.reason like 'report\_%'
$$;
select tests.ride('STARTED');

-- On the trip
select tests.as_visitor();
select throws_ok($$ select public.report_problem(tests.booking(), 'accident', 'x') $$, '42501', null, 'a visitor reports nothing');
select tests.act_as('rider');
select throws_ok($$ select public.report_problem(tests.booking(), 'accident', 'x') $$, 'PT403', 'not_a_driver', 'a rider has cases of their own');
select tests.act_as('driver2');
select throws_ok($$ select public.report_problem(tests.booking(), 'accident', 'x') $$, 'PT404', 'booking_not_found', 'another driver knows of no trip');
select tests.act_as('driver');
select throws_ok($$ select public.report_problem(tests.booking(), 'lost', 'x') $$, 'PT422', 'select_proper', 'drivers lose nothing in their own car');
select throws_ok($$ select public.report_problem(tests.booking(), null, 'x') $$, 'PT422', 'select_proper', 'a report is of a kind');
select throws_ok($$ select public.report_problem(tests.booking(), 'accident', '  ') $$, 'PT422', 'message_invalid', 'a report says something');
select throws_ok($$ select public.report_problem(tests.booking(), 'accident', repeat('x', 2001)) $$, 'PT422', 'message_invalid', 'a report has 2000 characters at most');
select is((public.report_problem(tests.booking(), 'accident', 'A car hit us', '00000000-0000-4000-8000-000000000001')).driver_id, tests.id('driver'), 'a driver reports a problem on the trip');
select is((public.report_problem(tests.booking(), 'accident', 'Another text', '00000000-0000-4000-8000-000000000001')).message, 'A car hit us', 'a repeat of the press answers the first report');
select is((public.report_problem(tests.booking(), 'accident', 'A car hit us')).id, tests.kase('accident'), 'the same words again are the same report');
select throws_ok($$ select public.report_problem(tests.booking(), 'accident', 'And a bus') $$, 'PT409', 'case_open', 'one open report of a kind');
select is(tests.reasons(), 'report_accident', 'the desk has it on its attention list');

-- Rider and driver beside each other
select tests.as_owner();
create temporary table first on commit drop as select tests.booking() as id;
grant select on first to public;
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select lives_ok($$ select tests.let('rider', format('select public.open_case(%L, ''fare'', ''Too much'')', tests.booking())) $$, 'the rider has a problem with the fare');
select tests.act_as('driver');
select lives_ok($$ select public.report_problem(tests.booking(), 'fare', 'Too little') $$, 'so has the driver of the same trip');
select lives_ok($$ select public.report_problem(tests.booking(), 'found', 'An umbrella') $$, 'a driver reports what was left in the car');
select results_eq($$ select c.kind from public.cases c where c.booking_id = tests.booking() order by c.kind $$, $$ values ('accident'), ('fare'), ('found') $$, 'a driver reads their own reports, not the rider''s');
select tests.act_as('rider');
select results_eq($$ select c.kind, c.message from public.cases c $$, $$ values ('fare', 'Too much') $$, 'a rider reads nothing of the driver''s');
select tests.act_as('driver2');
select is_empty($$ select 1 from public.cases $$, 'another driver reads none');
select is(tests.reasons(), 'case_fare report_accident report_fare report_found', 'the desk tells whose they are');
select tests.act_as('admin');
select results_eq($$ select c.kind, c.driver_id is not null from public.booking_cases(tests.booking()) c order by 1, 2 $$, $$ values ('accident', true), ('fare', false), ('fare', true), ('found', true) $$, 'staff reads both sides');
select is((select a.contact_name from public.attention_list() a where a.reason = 'report_found'), (select b.driver_name from public.bookings b where b.id = tests.booking()), 'the desk calls the driver about a report');

-- The answer
select is((public.answer_case(tests.kase('found'), 'Bring it to the office', true)).closed_at, app.now(), 'the desk answers and closes it');
select tests.as_owner();
select results_eq($$ select n.key, n.screen from public.notices n where n.user_id = tests.id('driver') and n.key = 'case_answered' $$, $$ values ('case_answered', 'BookedCab') $$, 'the driver gets a notice of the answer');
select is_empty($$ select 1 from public.notices n where n.user_id = tests.id('rider') and n.key = 'case_answered' $$, 'the rider gets none of it');
select is(tests.reasons(), 'case_fare report_accident report_fare', 'a closed report leaves the list');

-- Given to another driver since; and too late
select tests.as_owner(), tests.ride('ACCEPTED');
select tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select tests.act_as('driver');
select lives_ok($$ select public.report_problem(tests.booking(), 'vehicle', 'A flat tyre') $$, 'whoever gave a trip back tells why');
select tests.turn('31 days');
select tests.act_as('driver');
select throws_ok($$ select public.report_problem((select id from first), 'something', 'x') $$, 'PT409', 'case_too_late', 'after a month it is too late');
select ok((select jsonb_array_length(public.export_my_data() -> 'cases')) >= 4, 'a driver may have their own reports');
select tests.as_owner();
create function tests.forget(name text) returns void language sql security definer as $$ select app.anonymize_person(tests.id(name)) $$;
select tests.as_owner(), tests.forget('driver');
select is_empty($$ select 1 from public.cases where driver_id is not null and message <> 'deleted' $$, 'nothing of what a driver said stays when they leave');
select * from finish();
