import DaymarkModel
import Testing

@testable import DaymarkIngest

struct LogDateTests {
  private let morning = wall("2024-01-15T10:30:00Z")

  @Test(arguments: [
    "2024-01-15 10:30:00", "2024-01-15T10:30:00", "2024-01-15 10:30", "15 Jan 2024, 10:30",
    "15 janv. 2024, 10:30", "15 de jan. de 2024, 10:30", "15.01.2024, 10:30",
    "Jan 15, 2024 10:30 AM", "2024-01-15 10:30:00\u{202F}AM", "15 Ocak 2024, 10:30",
    "2024/01/15 10:30", "2024年1月15日 10:30", "15 stycznia 2024, 10:30",
  ])
  func `a clock on the wall is read in every spelling`(_ text: String) {
    #expect(LogDate(text) == .time(.wall(morning)))
  }

  /// The 28th of each month of 2025, as the Unicode CLDR writes it in the languages of apps (by Babel 2).
  private static let months = """
    Jan 28, 2025 | Feb 28, 2025 | Mar 28, 2025 | Apr 28, 2025 | May 28, 2025 | Jun 28, 2025 |
    Jul 28, 2025 | Aug 28, 2025 | Sep 28, 2025 | Oct 28, 2025 | Nov 28, 2025 | Dec 28, 2025
    28. Jan. 2025 | 28. Feb. 2025 | 28. März 2025 | 28. Apr. 2025 | 28. Mai 2025 |
    28. Juni 2025 | 28. Juli 2025 | 28. Aug. 2025 | 28. Sept. 2025 | 28. Okt. 2025 |
    28. Nov. 2025 | 28. Dez. 2025
    28 janv. 2025 | 28 févr. 2025 | 28 mars 2025 | 28 avr. 2025 | 28 mai 2025 | 28 juin 2025 |
    28 juil. 2025 | 28 août 2025 | 28 sept. 2025 | 28 oct. 2025 | 28 nov. 2025 | 28 déc. 2025
    28 ene 2025 | 28 feb 2025 | 28 mar 2025 | 28 abr 2025 | 28 may 2025 | 28 jun 2025 |
    28 jul 2025 | 28 ago 2025 | 28 sept 2025 | 28 oct 2025 | 28 nov 2025 | 28 dic 2025
    28 gen 2025 | 28 feb 2025 | 28 mar 2025 | 28 apr 2025 | 28 mag 2025 | 28 giu 2025 |
    28 lug 2025 | 28 ago 2025 | 28 set 2025 | 28 ott 2025 | 28 nov 2025 | 28 dic 2025
    28 de jan. de 2025 | 28 de fev. de 2025 | 28 de mar. de 2025 | 28 de abr. de 2025 |
    28 de mai. de 2025 | 28 de jun. de 2025 | 28 de jul. de 2025 | 28 de ago. de 2025 |
    28 de set. de 2025 | 28 de out. de 2025 | 28 de nov. de 2025 | 28 de dez. de 2025
    28 jan 2025 | 28 feb 2025 | 28 mrt 2025 | 28 apr 2025 | 28 mei 2025 | 28 jun 2025 |
    28 jul 2025 | 28 aug 2025 | 28 sep 2025 | 28 okt 2025 | 28 nov 2025 | 28 dec 2025
    28 янв. 2025 г. | 28 февр. 2025 г. | 28 мар. 2025 г. | 28 апр. 2025 г. | 28 мая 2025 г. |
    28 июн. 2025 г. | 28 июл. 2025 г. | 28 авг. 2025 г. | 28 сент. 2025 г. | 28 окт. 2025 г. |
    28 нояб. 2025 г. | 28 дек. 2025 г.
    28 sty 2025 | 28 lut 2025 | 28 mar 2025 | 28 kwi 2025 | 28 maj 2025 | 28 cze 2025 |
    28 lip 2025 | 28 sie 2025 | 28 wrz 2025 | 28 paź 2025 | 28 lis 2025 | 28 gru 2025
    28 Oca 2025 | 28 Şub 2025 | 28 Mar 2025 | 28 Nis 2025 | 28 May 2025 | 28 Haz 2025 |
    28 Tem 2025 | 28 Ağu 2025 | 28 Eyl 2025 | 28 Eki 2025 | 28 Kas 2025 | 28 Ara 2025
    28 jan. 2025 | 28 feb. 2025 | 28 mars 2025 | 28 apr. 2025 | 28 maj 2025 | 28 juni 2025 |
    28 juli 2025 | 28 aug. 2025 | 28 sep. 2025 | 28 okt. 2025 | 28 nov. 2025 | 28 dec. 2025
    28. jan. 2025 | 28. feb. 2025 | 28. mar. 2025 | 28. apr. 2025 | 28. maj 2025 |
    28. jun. 2025 | 28. jul. 2025 | 28. aug. 2025 | 28. sep. 2025 | 28. okt. 2025 |
    28. nov. 2025 | 28. dec. 2025
    28. jan. 2025 | 28. feb. 2025 | 28. mars 2025 | 28. apr. 2025 | 28. mai 2025 |
    28. juni 2025 | 28. juli 2025 | 28. aug. 2025 | 28. sep. 2025 | 28. okt. 2025 |
    28. nov. 2025 | 28. des. 2025
    2025年1月28日 | 2025年2月28日 | 2025年3月28日 | 2025年4月28日 | 2025年5月28日 | 2025年6月28日 | 2025年7月28日 |
    2025年8月28日 | 2025年9月28日 | 2025年10月28日 | 2025年11月28日 | 2025年12月28日
    2025년 1월 28일 | 2025년 2월 28일 | 2025년 3월 28일 | 2025년 4월 28일 | 2025년 5월 28일 | 2025년 6월 28일 |
    2025년 7월 28일 | 2025년 8월 28일 | 2025년 9월 28일 | 2025년 10월 28일 | 2025년 11월 28일 | 2025년 12월 28일
    28 يناير 2025 | 28 فبراير 2025 | 28 مارس 2025 | 28 أبريل 2025 | 28 مايو 2025 |
    28 يونيو 2025 | 28 يوليو 2025 | 28 أغسطس 2025 | 28 سبتمبر 2025 | 28 أكتوبر 2025 |
    28 نوفمبر 2025 | 28 ديسمبر 2025
    28. януари 2025 | 28. февруари 2025 | 28. март 2025 | 28. април 2025 | 28. май 2025 |
    28. юни 2025 | 28. юли 2025 | 28. август 2025 | 28. септември 2025 | 28. октомври 2025 |
    28. ноември 2025 | 28. декември 2025
    28 জানু, 2025 | 28 ফেব, 2025 | 28 মার্চ, 2025 | 28 এপ্রি, 2025 | 28 মে, 2025 | 28 জুন, 2025 |
    28 জুল, 2025 | 28 আগ, 2025 | 28 সেপ, 2025 | 28 অক্টো, 2025 | 28 নভে, 2025 | 28 ডিসে, 2025
    28 de gen. 2025 | 28 de febr. 2025 | 28 de març 2025 | 28 d’abr. 2025 | 28 de maig 2025 |
    28 de juny 2025 | 28 de jul. 2025 | 28 d’ag. 2025 | 28 de set. 2025 | 28 d’oct. 2025 |
    28 de nov. 2025 | 28 de des. 2025
    28. ledna 2025 | 28. února 2025 | 28. března 2025 | 28. dubna 2025 | 28. května 2025 |
    28. června 2025 | 28. července 2025 | 28. srpna 2025 | 28. září 2025 | 28. října 2025 |
    28. listopadu 2025 | 28. prosince 2025
    28 Ιαν 2025 | 28 Φεβ 2025 | 28 Μαρ 2025 | 28 Απρ 2025 | 28 Μαΐ 2025 | 28 Ιουν 2025 |
    28 Ιουλ 2025 | 28 Αυγ 2025 | 28 Σεπ 2025 | 28 Οκτ 2025 | 28 Νοε 2025 | 28 Δεκ 2025
    28. jaan 2025 | 28. veebr 2025 | 28. märts 2025 | 28. apr 2025 | 28. mai 2025 |
    28. juuni 2025 | 28. juuli 2025 | 28. aug 2025 | 28. sept 2025 | 28. okt 2025 |
    28. nov 2025 | 28. dets 2025
    28 ژانویه 2025 | 28 فوریه 2025 | 28 مارس 2025 | 28 آوریل 2025 | 28 مه 2025 | 28 ژوئن 2025 |
    28 ژوئیه 2025 | 28 اوت 2025 | 28 سپتامبر 2025 | 28 اکتبر 2025 | 28 نوامبر 2025 |
    28 دسامبر 2025
    28. tammikuuta 2025 | 28. helmikuuta 2025 | 28. maaliskuuta 2025 | 28. huhtikuuta 2025 |
    28. toukokuuta 2025 | 28. kesäkuuta 2025 | 28. heinäkuuta 2025 | 28. elokuuta 2025 |
    28. syyskuuta 2025 | 28. lokakuuta 2025 | 28. marraskuuta 2025 | 28. joulukuuta 2025
    Ene 28, 2025 | Peb 28, 2025 | Mar 28, 2025 | Abr 28, 2025 | May 28, 2025 | Hun 28, 2025 |
    Hul 28, 2025 | Ago 28, 2025 | Set 28, 2025 | Okt 28, 2025 | Nob 28, 2025 | Dis 28, 2025
    28 de xan. de 2025 | 28 de feb. de 2025 | 28 de mar. de 2025 | 28 de abr. de 2025 |
    28 de maio de 2025 | 28 de xuño de 2025 | 28 de xul. de 2025 | 28 de ago. de 2025 |
    28 de set. de 2025 | 28 de out. de 2025 | 28 de nov. de 2025 | 28 de dec. de 2025
    28 בינו׳ 2025 | 28 בפבר׳ 2025 | 28 במרץ 2025 | 28 באפר׳ 2025 | 28 במאי 2025 | 28 ביוני 2025 |
    28 ביולי 2025 | 28 באוג׳ 2025 | 28 בספט׳ 2025 | 28 באוק׳ 2025 | 28 בנוב׳ 2025 | 28 בדצמ׳ 2025
    28 जन॰ 2025 | 28 फ़र॰ 2025 | 28 मार्च 2025 | 28 अप्रैल 2025 | 28 मई 2025 | 28 जून 2025 |
    28 जुल॰ 2025 | 28 अग॰ 2025 | 28 सित॰ 2025 | 28 अक्टू॰ 2025 | 28 नव॰ 2025 | 28 दिस॰ 2025
    2025. jan. 28. | 2025. febr. 28. | 2025. márc. 28. | 2025. ápr. 28. | 2025. máj. 28. |
    2025. jún. 28. | 2025. júl. 28. | 2025. aug. 28. | 2025. szept. 28. | 2025. okt. 28. |
    2025. nov. 28. | 2025. dec. 28.
    28 Jan 2025 | 28 Feb 2025 | 28 Mar 2025 | 28 Apr 2025 | 28 Mei 2025 | 28 Jun 2025 |
    28 Jul 2025 | 28 Agu 2025 | 28 Sep 2025 | 28 Okt 2025 | 28 Nov 2025 | 28 Des 2025
    28. jan. 2025 | 28. feb. 2025 | 28. mar. 2025 | 28. apr. 2025 | 28. maí 2025 |
    28. jún. 2025 | 28. júl. 2025 | 28. ágú. 2025 | 28. sep. 2025 | 28. okt. 2025 |
    28. nóv. 2025 | 28. des. 2025
    28. sausio 2025 | 28. vasario 2025 | 28. kovo 2025 | 28. balandžio 2025 | 28. gegužės 2025 |
    28. birželio 2025 | 28. liepos 2025 | 28. rugpjūčio 2025 | 28. rugsėjo 2025 |
    28. spalio 2025 | 28. lapkričio 2025 | 28. gruodžio 2025
    2025. gada 28. janv. | 2025. gada 28. febr. | 2025. gada 28. marts | 2025. gada 28. apr. |
    2025. gada 28. maijs | 2025. gada 28. jūn. | 2025. gada 28. jūl. | 2025. gada 28. aug. |
    2025. gada 28. sept. | 2025. gada 28. okt. | 2025. gada 28. nov. | 2025. gada 28. dec.
    28 јан. 2025 г. | 28 фев. 2025 г. | 28 мар. 2025 г. | 28 апр. 2025 г. | 28 мај 2025 г. |
    28 јун. 2025 г. | 28 јул. 2025 г. | 28 авг. 2025 г. | 28 сеп. 2025 г. | 28 окт. 2025 г. |
    28 ное. 2025 г. | 28 дек. 2025 г.
    28 Jan 2025 | 28 Feb 2025 | 28 Mac 2025 | 28 Apr 2025 | 28 Mei 2025 | 28 Jun 2025 |
    28 Jul 2025 | 28 Ogo 2025 | 28 Sep 2025 | 28 Okt 2025 | 28 Nov 2025 | 28 Dis 2025
    28 ian. 2025 | 28 feb. 2025 | 28 mar. 2025 | 28 apr. 2025 | 28 mai 2025 | 28 iun. 2025 |
    28 iul. 2025 | 28 aug. 2025 | 28 sept. 2025 | 28 oct. 2025 | 28 nov. 2025 | 28 dec. 2025
    28. januára 2025 | 28. februára 2025 | 28. marca 2025 | 28. apríla 2025 | 28. mája 2025 |
    28. júna 2025 | 28. júla 2025 | 28. augusta 2025 | 28. septembra 2025 | 28. októbra 2025 |
    28. novembra 2025 | 28. decembra 2025
    28. jan. 2025 | 28. feb. 2025 | 28. mar. 2025 | 28. apr. 2025 | 28. maj 2025 |
    28. jun. 2025 | 28. jul. 2025 | 28. avg. 2025 | 28. sep. 2025 | 28. okt. 2025 |
    28. nov. 2025 | 28. dec. 2025
    28 jan 2025 | 28 shk 2025 | 28 mar 2025 | 28 pri 2025 | 28 maj 2025 | 28 qer 2025 |
    28 korr 2025 | 28 gush 2025 | 28 sht 2025 | 28 tet 2025 | 28 nën 2025 | 28 dhj 2025
    28. јан 2025. | 28. феб 2025. | 28. мар 2025. | 28. апр 2025. | 28. мај 2025. |
    28. јун 2025. | 28. јул 2025. | 28. авг 2025. | 28. сеп 2025. | 28. окт 2025. |
    28. нов 2025. | 28. дец 2025.
    28. jan 2025. | 28. feb 2025. | 28. mar 2025. | 28. apr 2025. | 28. maj 2025. |
    28. jun 2025. | 28. jul 2025. | 28. avg 2025. | 28. sep 2025. | 28. okt 2025. |
    28. nov 2025. | 28. dec 2025.
    28 Jan 2025 | 28 Feb 2025 | 28 Mac 2025 | 28 Apr 2025 | 28 Mei 2025 | 28 Jun 2025 |
    28 Jul 2025 | 28 Ago 2025 | 28 Sep 2025 | 28 Okt 2025 | 28 Nov 2025 | 28 Des 2025
    28 ஜன., 2025 | 28 பிப்., 2025 | 28 மார்., 2025 | 28 ஏப்., 2025 | 28 மே, 2025 |
    28 ஜூன், 2025 | 28 ஜூலை, 2025 | 28 ஆக., 2025 | 28 செப்., 2025 | 28 அக்., 2025 |
    28 நவ., 2025 | 28 டிச., 2025
    28 జన, 2025 | 28 ఫిబ్ర, 2025 | 28 మార్చి, 2025 | 28 ఏప్రి, 2025 | 28 మే, 2025 |
    28 జూన్, 2025 | 28 జులై, 2025 | 28 ఆగ, 2025 | 28 సెప్టెం, 2025 | 28 అక్టో, 2025 |
    28 నవం, 2025 | 28 డిసెం, 2025
    28 ม.ค. 2025 | 28 ก.พ. 2025 | 28 มี.ค. 2025 | 28 เม.ย. 2025 | 28 พ.ค. 2025 | 28 มิ.ย. 2025 |
    28 ก.ค. 2025 | 28 ส.ค. 2025 | 28 ก.ย. 2025 | 28 ต.ค. 2025 | 28 พ.ย. 2025 | 28 ธ.ค. 2025
    28 січ. 2025 р. | 28 лют. 2025 р. | 28 бер. 2025 р. | 28 квіт. 2025 р. | 28 трав. 2025 р. |
    28 черв. 2025 р. | 28 лип. 2025 р. | 28 серп. 2025 р. | 28 вер. 2025 р. | 28 жовт. 2025 р. |
    28 лист. 2025 р. | 28 груд. 2025 р.
    28 جنوری، 2025 | 28 فروری، 2025 | 28 مارچ، 2025 | 28 اپریل، 2025 | 28 مئی، 2025 |
    28 جون، 2025 | 28 جولائی، 2025 | 28 اگست، 2025 | 28 ستمبر، 2025 | 28 اکتوبر، 2025 |
    28 نومبر، 2025 | 28 دسمبر، 2025
    28 thg 1, 2025 | 28 thg 2, 2025 | 28 thg 3, 2025 | 28 thg 4, 2025 | 28 thg 5, 2025 |
    28 thg 6, 2025 | 28 thg 7, 2025 | 28 thg 8, 2025 | 28 thg 9, 2025 | 28 thg 10, 2025 |
    28 thg 11, 2025 | 28 thg 12, 2025
    """

  @Test func `the months of a year are read in the languages of apps`() {
    let texts = Self.months.split { $0 == "|" || $0 == "\n" }.map { String($0) }
    #expect(texts.count == 12 * 48)
    for (index, text) in texts.enumerated() {
      let day = CivilDay(year: 2025, month: index % 12 + 1, day: 28)
      let start = day.map { Instant(seconds: Int64($0.ordinal) * 86_400 + 62_940) }
      #expect(LogDate(text + ", 17:29") == start.map { .time(.wall($0)) }, "\(text)")
    }
  }

  @Test(arguments: [
    "15 мая 2024 г., 18:05", "15 May 2024 ÖS 6:05", "15 Mai 2024 um 18:05", "٢٠٢٤-٠٥-١٥ ١٨:٠٥",
    "15 พ.ค. 2024 18:05", "15 de maig 2024, 6:05 p. m.", "18:05 15 thg 5, 2024",
    "15 Μαΐ 2024, 6:05 μ.μ.", "2024. máj. 15. 18:05", "15 de mai. de 2024 às 18:05",
    "15 במאי 2024, 18:05", "15 maj 2024 kl. 18:05",
  ])
  func `a date has the words and digits of its language`(_ text: String) {
    #expect(LogDate(text) == .time(.wall(wall("2024-05-15T18:05:00Z"))))
  }

  @Test func `noon and midnight of a clock of twelve hours are told apart`() {
    #expect(LogDate("2024-01-15 12:05:00 AM") == .time(.wall(wall("2024-01-15T00:05:00Z"))))
    #expect(LogDate("2024-01-15 12:05:00 PM") == .time(.wall(wall("2024-01-15T12:05:00Z"))))
    #expect(LogDate("2024-01-15 13:05:00 PM") == nil)
  }

  @Test(arguments: [
    "2024-01-15T10:30:00Z", "2024-01-15 10:30:00 +0000", "2024-01-15T16:00:00+05:30",
    "2024-01-15T10:30:00.000Z",
  ])
  func `an offset makes an instant`(_ text: String) {
    #expect(LogDate(text) == .time(.at(morning)))
  }

  @Test(arguments: ["2024-01-15", "2024/01/15", "15.01.2024", "Jan 15, 2024", "45306"])
  func `a date alone is a day`(_ text: String) {
    #expect(LogDate(text) == CivilDay("2024-01-15").map { .time(.day($0)) })
  }

  @Test func `a date in numbers may be read either way`() {
    let (fourth, third) = (CivilDay("2024-04-03"), CivilDay("2024-03-04"))
    #expect(
      LogDate("3/4/2024")
        == .either(dayFirst: fourth.map { .day($0) }, monthFirst: third.map { .day($0) }))
    #expect(
      LogDate("18/03/24")
        == .either(dayFirst: CivilDay("2024-03-18").map { .day($0) }, monthFirst: nil))
    #expect(LogDate("4/4/2024") == CivilDay("2024-04-04").map { .time(.day($0)) })
  }

  @Test(arguments: [
    "", "not-a-date", "31 Feb 2024, 10:00", "2024-02-30", "2024-01-15 25:00", "13/13/2024",
    "15 Foo 2024", "1e400", "9999999999999999999",
  ])
  func `what is no date is none`(_ text: String) {
    #expect(LogDate(text) == nil)
  }

  @Test func `a date may lack its year`() {
    #expect(
      LogDate("Jan 14., 06:04") == .withoutYear(month: 1, day: 14, seconds: 6 * 3600 + 4 * 60))
  }
}

struct LogNumberTests {
  @Test(arguments: [
    ("102,5", "102.5", ""), ("102.5", "102.5", ""), ("1,500", "1500", ""),
    ("1.234,5", "1234.5", ""),
    ("1,234.5", "1234.5", ""), ("60 kg", "60", "kg"), ("0,00 kg", "0.00", "kg"),
    ("84KG", "84", "kg"), ("1e3", "1e3", ""), ("-5", "-5", ""),
    ("20 ripetizioni", "20", "ripetizioni"), ("1 500 kg", "1500", "kg"), ("1’500", "1500", ""),
    ("1.234.567", "1234567", ""),
  ])
  func `numbers are read as people write them`(_ text: String, _ value: String, _ suffix: String) {
    let number = LogNumber(text, commaIsDecimal: false)
    #expect(number?.value == DecimalNumber(value))
    #expect(number?.suffix == suffix)
  }

  @Test func `three digits behind a comma are decimals where the file says so`() {
    #expect(LogNumber("6,804", commaIsDecimal: true)?.value == DecimalNumber("6.804"))
  }

  @Test(arguments: [
    "abc", "NaN", "Infinity", "", "kg 5", "--5", "10 12", "60 5", "9.7.5", "10,0,0", "9\n7.5",
    "1,23,456.7", "1.500 2,5",
  ])
  func `what is no number is none`(_ text: String) {
    #expect(LogNumber(text, commaIsDecimal: false) == nil)
  }

  @Test(arguments: [
    ("1h 23m", 4980), ("55m", 3300), ("01:23:45", 5025), ("23:45", 1425), ("3600", 3600),
    ("2h 30m 15s", 9015), ("45s", 45), ("1h:28m", 5280), ("1:02 hr", 3720), ("0:01:48", 108),
    ("45.0 s", 45), ("1.5 min", 90), ("2:00 min", 120), ("1:30 min", 90), ("0,5 h", 1800),
  ])
  func `times are read in seconds`(_ text: String, _ seconds: Int) throws {
    let time = try #require(DecimalNumber(logTime: text, in: .second, commaIsDecimal: false))
    #expect(try time.quantity(times: UnitRatio(1)) == Quantity(seconds))
  }

  @Test(arguments: ["nope", "1x", "h", "-5", "1h 2q", "1 30 s", "1:2:3 min 4"])
  func `what is no time is none`(_ text: String) {
    #expect(DecimalNumber(logTime: text, in: .second, commaIsDecimal: false) == nil)
  }
}
