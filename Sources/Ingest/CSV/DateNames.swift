/// The words for the first half of the day in the languages of ``monthNumbers``, in lower case and
/// without dots.
let morningWords: Set = [
  "am", "a", "오전", "上午", "午前", "凌晨", "清晨", "早上", "dop", "πμ", "ap", "fh", "priešpiet", "priekšp",
  "priekšpusdienā", "претпл", "проб", "pg", "fm", "öö", "дп", "sa", "pd",
  "paradites", "manhã", "mañana", "ص", "قظ", "ก่อนเที่ยง",
]

/// The words for the second half of the day, in the form of ``morningWords``.
let afternoonWords: Set = [
  "pm", "p", "오후", "下午", "午後", "中午", "晚上", "odp", "pop", "μμ", "ip", "eh", "popiet", "pēcp",
  "pēcpusdienā", "попл", "слоб", "ptg", "em", "ös", "пп", "ch", "md", "pasdites", "tarde", "du",
  "م", "بظ", "หลังเที่ยง",
]

/// The words between the parts of a date.
///
/// Examples are `29 de mai. de 2022`, `29 mai 2022 à 15:53`, the second letter of `p. m.`,
/// `2022年5月29日`, `29 мая 2022 г.` and `2022년 5월 29일`.
let dateFillWords: Set = [
  "de", "del", "d", "da", "à", "a", "às", "le", "la", "les", "m", "e", "г", "р", "о", "в", "ч", "y",
  "年", "月", "日", "년", "월", "일", "um", "uhr", "at", "kl", "den", "om", "ore", "alle", "klo", "ob",
  "v",
  "ve", "o", "r", "roku", "saat", "thg", "tháng", "ngày", "lúc", "pukul", "gada", "plkst", "kell",
  "στις", "και", "เวลา", "น", "को", "बजे", "ساعت", "في",
]

/// The short and long names of months from Unicode's CLDR, in the languages of supported apps.
///
/// These are Albanian, Arabic, Bengali, Bulgarian, Catalan, Czech, Danish, Dutch, English,
/// Estonian, Filipino, Finnish, French, Galician, German, Greek, Hebrew, Hindi, Hungarian,
/// Icelandic, Indonesian, Italian, Latvian, Lithuanian, Macedonian, Malay, Norwegian, Persian,
/// Polish, Portuguese, Romanian, Russian, Serbian, Slovak, Slovenian, Spanish, Swahili, Swedish,
/// Tamil, Telugu, Thai, Turkish, Ukrainian, Urdu. Chinese, Japanese, Korean and Vietnamese number
/// them.
///
/// Croatian is left out, because its `lip`, `lis` and `srp` are different months in Polish and
/// Czech.
let monthNumbers: [String: Int] = {
  let months = [
    """
    ene enero gen gener gennaio ian ianuarie jaan jaanuar jan janar janeiro januar
    januari january január januára janv janvier janvāris janúar led leden ledna oca ocak
    saus sausio sausis sty styczeń stycznia tammi tammikuu tammikuuta xan xaneiro ιαν
    ιανουάριος ιανουαρίου січ січень січня янв январь января яну януари јан јануар
    јануари בינו בינואר ינו ינואר جنوری يناير ژانویه ژانویهٔ जन जनवरी জানু জানুয়ারী ஜன
    ஜனவரி జన జనవరి มกราคม มค 一月
    """,
    """
    feb febbraio febr febreiro febrer febrero februar februari februarie february
    február februára februāris febrúar fev fevereiro févr février helmi helmikuu
    helmikuuta lut lutego luty peb pebrero shk shkurt vas vasario vasaris veebr veebruar
    úno únor února şub şubat φεβ φεβρουάριος φεβρουαρίου лют лютий лютого феб фебруар
    фев февр февраль февраля февруари בפבר בפברואר פבר פברואר فبراير فروری فوریه فوریهٔ
    फ़र फ़रवरी ফেব ফেব্রুয়ারী பிப் பிப்ரவரி ఫిబ్ర ఫిబ్రవరి กพ กุมภาพันธ์ 二月
    """,
    """
    bře březen března kov kovas kovo maalis maaliskuu maaliskuuta maart mac machi mar
    marca march marec maret mars marso mart martie marts marzec marzo març março mrt
    márc március mär märts märz μάρ μάρτιος μαρ μαρτίου бер березень березня мар март
    марта במרץ מרץ مارس مارچ मार्च মার্চ மார் மார்ச் మార్చి มีค มีนาคม 三月
    """,
    """
    abr abril apr april aprile aprili aprilie aprill apríl apríla aprīlis avr avril bal
    balandis balandžio dub duben dubna huhti huhtikuu huhtikuuta kwi kwiecień kwietnia
    nis nisan pri prill ápr április απρ απρίλιος απριλίου апр апрель апреля април квіт
    квітень квітня אפר אפריל באפר באפריל آوریل أبريل اپریل अप्रैल এপ্রি এপ্রিল ஏப்
    ஏப்ரல் ఏప్రి ఏప్రిల్ เมย เมษายน 四月
    """,
    """
    geg gegužė gegužės kvě květen května mag maggio mai maig maijs maio maj maja may
    mayo mayıs maí mei máj mája május touko toukokuu toukokuuta μάι μάιος μαΐ μαΐου май
    мая мај трав травень травня במאי מאי مئی مايو مه مهٔ मई মে மே మే พค พฤษภาคม 五月
    """,
    """
    birž birželio birželis cze czerwca czerwiec giu giugno haz haziran hun hunyo iun
    iunie juin jun june junho juni junij junio juny juuni jún júna június júní jūn
    jūnijs kesä kesäkuu kesäkuuta qer qershor xuño červen června čvn ιουν ιουνίου ιούν
    ιούνιος июн июнь июня черв червень червня юни јун јуни ביוני יוני جون يونيو ژوئن जून
    জুন ஜூன் జూన్ มิถุนายน มิย 六月
    """,
    """
    heinä heinäkuu heinäkuuta hul hulyo iul iulie juil juillet jul julai julho juli
    julij julio juliol july juuli júl júla július júlí jūl jūlijs korr korrik liep liepa
    liepos lip lipca lipiec lug luglio tem temmuz xul xullo července červenec čvc ιουλ
    ιουλίου ιούλ ιούλιος июл июль июля лип липень липня юли јул јули ביולי יולי جولائی
    يوليو ژوئیه ژوئیهٔ जुल जुलाई জুল জুলাই ஜூலை జులై กค กรกฎาคม 七月
    """,
    """
    ag ago agost agosti agosto agu agustus août aug august augusta augusti augusts
    augustus augusztus avg avgust ağu ağustos elo elokuu elokuuta gush gusht ogo ogos
    rugp rugpjūtis rugpjūčio sie sierpień sierpnia srp srpen srpna ágú ágúst αυγ
    αυγούστου αύγ αύγουστος авг август августа серп серпень серпня אוג אוגוסט באוג
    באוגוסט أغسطس اوت اگست अग अगस्त আগ আগস্ট ஆக ஆகஸ்ட் ఆగ ఆగస్టు สค สิงหาคม 八月
    """,
    """
    eyl eylül rugs rugsėjis rugsėjo sep sept septemba septembar september septembra
    septembre septembrie septembris septiembre set setembre setembro settembre setyembre
    sht shtator syys syyskuu syyskuuta szept szeptember wrz wrzesień września zář září
    σεπ σεπτέμβριος σεπτεμβρίου вер вересень вересня сен сент сентябрь сентября сеп
    септембар септември בספט בספטמבר ספט ספטמבר سبتمبر ستمبر سپتامبر सित सितंबर সেপ
    সেপ্টেম্বর செப் செப்டம்பர் సెప్టెం సెప్టెంబర్ กย กันยายน 九月
    """,
    """
    eki ekim loka lokakuu lokakuuta oct october octobre octombrie octubre okt oktoba
    oktobar oktober oktobris oktoober oktubre október októbra ott ottobre out outubro
    paź październik października spal spalio spalis tet tetor říj říjen října οκτ
    οκτωβρίου οκτώβριος жовт жовтень жовтня окт октобар октомври октябрь октября אוק
    אוקטובר באוק באוקטובר أكتوبر اکتبر اکتوبر अक्टू अक्टूबर অক্টো অক্টোবর அக் அக்டோபர்
    అక్టో అక్టోబర్ ตค ตุลาคม 十月
    """,
    """
    kas kasım lapkr lapkritis lapkričio lis listopad listopada listopadu marras
    marraskuu marraskuuta nob nobyembre noiembrie nov novemba novembar november novembra
    novembre novembris novembro noviembre nën nëntor nóv nóvember νοέ νοέμβριος νοε
    νοεμβρίου лист листопад листопада нов новембар ное ноември ноя нояб ноябрь ноября
    בנוב בנובמבר נוב נובמבר نوامبر نوفمبر نومبر नव नवंबर নভে নভেম্বর நவ நவம்பர் నవం
    నవంబర్ พย พฤศจิกายน 十一月
    """,
    """
    ara aralık dec decembar december decembra decembrie decembris decembro des desemba
    desember desembre dets detsember dez dezember dezembro dhj dhjetor dic dicembre
    diciembre dis disember disyembre déc décembre gru grudnia grudzień gruod gruodis
    gruodžio joulu joulukuu joulukuuta pro prosince prosinec δεκ δεκέμβριος δεκεμβρίου
    груд грудень грудня дек декабрь декабря декември дец децембар בדצמ בדצמבר דצמ דצמבר
    دسامبر دسمبر ديسمبر दिस दिसंबर ডিসে ডিসেম্বর டிச டிசம்பர் డిసెం డిసెంబర్ ธค ธันวาคม
    十二月
    """,
  ]
  var numbers: [String: Int] = [:]
  for (index, names) in months.enumerated() {
    for name in names.split(whereSeparator: \.isWhitespace) { numbers[String(name)] = index + 1 }
  }
  return numbers
}()
